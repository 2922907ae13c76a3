"""The command of cluster/kubernetes.yaml, as the user of the image: British 9 × 9 instead of 17 × 17, in a folder as fsGroup makes it.

Run by .ci/cluster, with gridcheck and the package kubernetes-validate at hand, which brings a reader of YAML.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import yaml

from common import CLUSTER, check, check_refused, files, gridcheck


def main(temporary):
    claim, job = yaml.safe_load_all((CLUSTER / "kubernetes.yaml").read_text())
    pod = job["spec"]["template"]["spec"]
    [container], user = pod["containers"], pod["securityContext"]
    check(pod["volumes"][0]["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"], "the pods use the claim")
    check(user["runAsUser"] != 0 and user["fsGroup"] == user["runAsGroup"], "they run without root, in the group of the volume")
    pieces = 3
    # The volume belongs to the group, as Kubernetes leaves it.
    sums = temporary / "sums"
    sums.mkdir()
    os.chmod(temporary, 0o755)
    shutil.copy(shutil.which("gridcheck"), temporary / "gridcheck")
    become = []
    if os.geteuid() == 0:
        os.chown(sums, 0, user["fsGroup"])
        os.chmod(sums, 0o2775)
        become = ["setpriv", f"--reuid={user['runAsUser']}", f"--regid={user['runAsGroup']}", "--clear-groups", "--no-new-privs"]

    def command(index, size="9"):
        script = container["args"][0].replace("--size 17", f"--size {size}").replace("--pieces 100", f"--pieces {pieces}").replace("/sums", str(sums))
        return [*become, "env", f"JOB_COMPLETION_INDEX={index}", f"PATH={temporary}:/usr/bin:/bin", *container["command"], script]

    run = lambda index: subprocess.run(command(index), capture_output=True, text=True, cwd="/")
    for index in range(pieces):
        ended = run(index)
        check(ended.returncode == 0, f"index {index} counts piece {index + 1} {ended.stderr}")
    check(run(0).returncode == 0, "a finished piece ends at once")
    check(gridcheck("sums", *files(sums))[0] == gridcheck("count", "--size", "9")[0], "the total is that of one count")
    check_refused(command(1, size="11"), sums, "another problem", "a folder of another count")


with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
