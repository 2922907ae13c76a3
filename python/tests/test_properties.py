"""Compares answers of the package with each other, on random questions."""

import pickle

import gridcheck
import numpy
from gridcheck import Grid
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

settings.register_profile("gridcheck", deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
settings.load_profile("gridcheck")

RULES = st.one_of(
    st.sampled_from(["british", "american", "american-loose", "ho", "min-4", "either-half", "no-pairs"]),
    st.fixed_dictionaries(
        {"extends": st.sampled_from(["british", "american"])},
        optional={"min_word": st.integers(2, 4), "connected": st.booleans(), "edges": st.booleans(), "max_word": st.integers(3, 6)},
    ),
)
SIZES = st.one_of(st.integers(1, 6), st.tuples(st.integers(1, 5), st.integers(1, 6)))
MEASURES = st.lists(st.sampled_from(["letters", "words", "blacks"]), min_size=1, max_size=2, unique=True)


@given(SIZES, RULES)
def test_count_is_the_number_of_grids(size, rules):
    found = list(gridcheck.grids(size, rules=rules))
    assert gridcheck.count(size, rules=rules) == len(found) == len(set(found))


@given(SIZES, RULES, MEASURES)
def test_distribution_and_extreme_are_those_of_the_grids(size, rules, by):
    found = gridcheck.distribution(size, by, rules=rules)
    measures = {"letters": lambda grid: int(grid.numpy().sum()), "words": lambda grid: len(grid.words())}
    measures["blacks"] = lambda grid: int((~grid.numpy()).sum())
    expected: dict = {}
    for grid in gridcheck.grids(size, rules=rules):
        key = tuple(measures[measure](grid) for measure in by)
        expected[key] = expected.get(key, 0) + 1
    assert found == expected
    best = gridcheck.extreme(size, most=by[0], rules=rules)
    values = [key[0] for key in expected]
    assert best.value == max(values, default=None)
    assert best.grids == sum(grids for key, grids in expected.items() if key[0] == best.value)


@st.composite
def painted(draw):
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    rows = draw(st.lists(st.text("#.", min_size=width, max_size=width), min_size=height, max_size=height))
    return Grid.from_rows(rows)


@given(st.data(), RULES)
def test_valid_grids_are_the_members_of_grids(data, rules):
    size = data.draw(st.sampled_from([(3, 3), (3, 5), (4, 5), (5, 5)]))
    listed = set(gridcheck.grids(size, rules=rules))
    square = st.text("#.", min_size=size[1], max_size=size[1])
    other = st.lists(square, min_size=size[0], max_size=size[0]).map(Grid.from_rows)
    grid = data.draw(st.one_of(other, st.sampled_from(sorted(listed, key=str))) if listed else other)
    assert gridcheck.validate(grid, rules=rules).valid == (grid in listed)


@given(st.sampled_from([3, 5, 7, (5, 7)]), st.integers(0, 2**64 - 1), st.integers(1, 5))
def test_ranks_are_those_by_which_grids_are_drawn(size, seed, count):
    count = min(count, gridcheck.count(size))
    drawn = gridcheck.sample(size, count=count, seed=seed)
    assert len(set(drawn)) == count
    assert gridcheck.rank(drawn) == list(drawn.ranks)
    assert drawn == gridcheck.sample(size, count=count, seed=seed)
    assert gridcheck.rank(drawn[0]) == drawn.ranks[0]


def test_every_rank_is_drawn_once():
    drawn = gridcheck.sample(5, count=17, seed=3)
    assert sorted(drawn.ranks) == list(range(17)) and set(drawn) == set(gridcheck.grids(5))


@given(painted())
def test_grids_keep_their_squares_in_every_form(grid):
    assert Grid.from_rows(grid.rows) == grid and hash(Grid.from_rows(str(grid).split("\n"))) == hash(grid)
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert eval(repr(grid)) == grid
    array = grid.numpy()
    assert Grid.from_numpy(array) == grid
    assert array.dtype == numpy.bool_ and array.shape == grid.size
    assert [["#."[int(white)] for white in row] for row in array] == [list(row) for row in grid.rows]
    for word in grid.words():
        step = (0, 1) if word.direction == "across" else (1, 0)
        squares = [(word.row - 1 + i * step[0], word.column - 1 + i * step[1]) for i in range(word.length)]
        assert all(array[square] for square in squares) and len(word.checking) == word.length
    black = grid._repr_svg_()
    assert black.startswith("<svg") and black.rstrip().endswith("</svg>")


def test_notebooks_show_sheets_and_tables():
    drawn = gridcheck.sample(5, count=3, seed=1)
    assert drawn._repr_html_().count("<use") >= 3 or drawn._repr_html_().startswith("<svg")
    assert gridcheck.Grids()._repr_html_() == "<p>no grids</p>"
    table = gridcheck.compare(5)._repr_html_()
    assert "They agree." in table and "<td>brute</td>" in table
    broken = gridcheck.compare(5, against=list(gridcheck.grids(5))[1:])
    assert "They do not agree." in broken._repr_html_() and not broken.agree
