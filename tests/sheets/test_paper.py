"""Where cards, marks and the ruler go, for any paper and any bleed."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ruinous.sheets.paper import BLEEDS, CARD, GAP, MARGIN, PAPERS, RULER, Layout, fitted, layout

NEAR = 1e-6
ALL = [(paper, bleed) for paper in PAPERS for bleed in BLEEDS]
lengths = st.floats(75, 900)
bleeds = st.sampled_from([0.0, 2.0, 3.0, 5.0])


def cards(sheet: Layout, *, back: bool = False) -> list[tuple[float, float, float, float]]:
    """Every card within its cuts: left, top, right, bottom."""
    corners = [sheet.place(i, back=back) for i in range(sheet.count)]
    return [(x + sheet.bleed, y + sheet.bleed, x + sheet.bleed + CARD[0], y + sheet.bleed + CARD[1]) for x, y in corners]


def apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two boxes share nothing but edges."""
    return one[2] <= other[0] + NEAR or other[2] <= one[0] + NEAR or one[3] <= other[1] + NEAR or other[3] <= one[1] + NEAR


@settings(deadline=None)  # how long it takes is no property of the sheet
@given(lengths, lengths, bleeds)
def test_cards_with_their_bleed_lie_on_the_sheet_and_not_on_each_other(width: float, height: float, bleed: float) -> None:
    sheet = fitted(width, height, bleed)
    cells = [(x, y, x + sheet.cell[0], y + sheet.cell[1]) for x, y in (sheet.place(i) for i in range(sheet.count))]
    for left, top, right, bottom in cells:
        assert left >= MARGIN - NEAR
        assert top >= MARGIN - NEAR
        assert right <= width - MARGIN + NEAR
        assert bottom <= height - MARGIN + NEAR
    assert all(apart(one, other) for i, one in enumerate(cells) for other in cells[:i])


@settings(deadline=None)  # how long it takes is no property of the sheet
@given(lengths, lengths, bleeds)
def test_another_column_or_row_would_not_fit(width: float, height: float, bleed: float) -> None:
    sheet = fitted(width, height, bleed)
    assert (sheet.columns + 1) * sheet.cell[0] > width - 2 * MARGIN - NEAR
    assert (sheet.rows + 1) * sheet.cell[1] > height - 2 * MARGIN - NEAR


@settings(deadline=None)  # how long it takes is no property of the sheet
@given(lengths, lengths, bleeds)
def test_backs_lie_behind_their_fronts(width: float, height: float, bleed: float) -> None:
    """Turned over about its upright middle, the sheet has each back where its front is."""
    sheet = fitted(width, height, bleed)
    for (left, top, right, bottom), back in zip(cards(sheet), cards(sheet, back=True), strict=True):
        assert back == pytest.approx((width - right, top, width - left, bottom))


@settings(deadline=None)  # how long it takes is no property of the sheet
@given(lengths, lengths, bleeds)
def test_marks_lie_on_cuts_and_off_the_cards(width: float, height: float, bleed: float) -> None:
    sheet = fitted(width, height, bleed)
    assume(sheet.count)
    edges = cards(sheet)
    for x, y, i, j in sheet.marks():
        assert 0 <= min(x, y)
        assert i <= width
        assert j <= height
        if x == i:
            assert any(x == pytest.approx(edge) for card in edges for edge in (card[0], card[2]))
        else:
            assert y == j
            assert any(y == pytest.approx(edge) for card in edges for edge in (card[1], card[3]))
        for left, top, right, bottom in edges:  # a gap beside every card
            assert apart((x, y, i, j), (left - GAP, top, right + GAP, bottom)) or apart(
                (x, y, i, j), (left, top - GAP, right, bottom + GAP)
            )


@settings(deadline=None)  # how long it takes is no property of the sheet
@given(lengths, lengths, bleeds)
def test_every_cut_has_a_mark_at_both_ends(width: float, height: float, bleed: float) -> None:
    sheet = fitted(width, height, bleed)
    assume(sheet.count)
    edges = cards(sheet)
    top, bottom = min(card[1] for card in edges), max(card[3] for card in edges)
    upright = [mark for mark in sheet.marks() if mark[0] == mark[2]]
    for cut in {edge for card in edges for edge in (card[0], card[2])}:
        here = [mark for mark in upright if mark[0] == pytest.approx(cut)]
        assert any(mark[3] < top for mark in here)
        assert any(mark[1] > bottom for mark in here)


@pytest.mark.parametrize(
    ("paper", "bleed", "cards"), [("a4", 0, 9), ("a4", 2, 9), ("a4", 3, 8), ("letter", 0, 9), ("letter", 2, 8), ("letter", 3, 6)]
)
def test_cards_on_a_sheet(paper: str, bleed: int, cards: int) -> None:
    assert layout(paper, bleed).count == cards


@pytest.mark.parametrize(("paper", "bleed"), ALL)
def test_cards_keep_off_the_margins_of_printers(paper: str, bleed: int) -> None:
    """A quarter of an inch, what the most wasteful of common printers leave white; only bleed may be lost there."""
    sheet = layout(paper, bleed)
    for left, top, right, bottom in cards(sheet):
        assert min(left, top, sheet.width - right, sheet.height - bottom) >= 6.35


@pytest.mark.parametrize(("paper", "bleed"), ALL)
def test_the_ruler_lies_beside_cards_and_marks(paper: str, bleed: int) -> None:
    sheet = layout(paper, bleed)
    ruler = sheet.ruler()
    long = RULER + ruler.room
    box = (ruler.x - 1, ruler.y, ruler.x + 1, ruler.y + long) if ruler.upright else (ruler.x, ruler.y - 1, ruler.x + long, ruler.y + 1)
    assert min(box[0], box[1], sheet.width - box[2], sheet.height - box[3]) >= MARGIN - NEAR
    assert ruler.room > 60  # the words beside it
    x, y = sheet.corner
    assert apart(box, (x, y, sheet.width - x, sheet.height - y))
    for mark in sheet.marks():
        assert apart(box, mark)


def test_unknown_paper_is_refused() -> None:
    with pytest.raises(KeyError):
        layout("a5", 0)
