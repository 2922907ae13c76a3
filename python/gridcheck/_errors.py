"""The error of all functions."""

from __future__ import annotations


class Error(Exception):
    """A command that gives no answer: wrong arguments, unreadable input, too little memory or disk space.

    Its text is the line that the command `gridcheck` prints, with the names of parameters. `exit_code` is the exit code of the command: 2, 3 if
    the time limit ended the work, 75 if there is not enough memory or disk space, or 1 if `recurrence` and an engine disagree.
    """

    def __init__(self, message: str = "", exit_code: int = 2) -> None:
        super().__init__(message, exit_code)
        self.exit_code = exit_code

    def __str__(self) -> str:
        return str(self.args[0])
