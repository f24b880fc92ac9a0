"""The cards as printed: every one fits, boxes and pages are right, full colour reaches the edge, ink is saved."""

from collections.abc import Mapping

import pytest

from ruinous import text
from ruinous.casters.decks import DECK_1, DECK_2
from ruinous.casters.tables import IDS, POOL
from ruinous.sheets import casters, press
from ruinous.sheets.casters import COURTS, Face, Print, back_face, card_face, deck_faces, job, said, table_faces
from ruinous.sheets.emblem import art
from ruinous.sheets.paper import CARD, PAPERS, layout
from sheets.reading import POINT, Pixels, boxes, embedded, fonts, pixels, sizes

pytest.importorskip("typst", reason="typst is missing: pip install 'ruinous[print]' brings it")

OURS = {"EBGaramond-Regular", "Cinzel-SemiBold", "AtkinsonHyperlegibleNext-Regular", "AtkinsonHyperlegibleNext-Bold"}
BOTH = [DECK_1, DECK_2]
MIXED: Mapping[str, int] = dict.fromkeys(IDS[:30], 1)
PPI = 72.0
WIDE, HIGH = CARD


def drawn(faces: list[Face], how: Print, ppi: float = PPI) -> list[Pixels]:
    """Faces as pictures, with their bleed."""
    return [pixels(one) for one in press.png("cards.typ", job(how, mode="picture", faces=faces), ppi)]


def test_every_card_fits_and_nothing_runs_over() -> None:
    """The press stops where a text does not fit; beside that, the strips around the text are white on every card."""
    ppi = 100.0
    pictures = drawn([card_face(card, saving=True) for card in IDS], Print(saving=True), ppi)
    assert len(pictures) == len(POOL)

    def dot(mm: float) -> int:
        return round(mm / 25.4 * ppi)

    for card, picture in zip(POOL, pictures, strict=True):
        assert (picture.width, picture.height) == (dot(WIDE), dot(HIGH))
        strips = [(0, 0, 2.6, HIGH), (60.4, 0, WIDE, HIGH), (0, 0, WIDE, 2.6), (0, 85.4, WIDE, HIGH)]  # outside the frame
        strips += [(3.6, 50, 5.4, 82), (57.6, 50, 59.4, 82), (6, 83.9, 57, 84.5)] if card.text else []  # between frame and text
        for left, top, right, bottom in strips:
            assert picture.darkness(dot(left), dot(top), dot(right), dot(bottom)) == 0, f"{card.name} at {left}, {top} mm"
        if card.text:
            assert picture.darkness(dot(6), dot(51), dot(57), dot(79)) > 0.01, card.name


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("text", "Resolve: deal as much damage as there are words on this card. " * 9),
        ("text", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"),
        ("name", "The Very Long and Never Ending Name of a Card that Nobody Can Read"),
    ],
)
def test_what_does_not_fit_stops_the_press(part: str, words: str) -> None:
    face = card_face("pit_fire") | {part: words}
    with pytest.raises(press.BadSheet, match="does not fit its card") as refusal:
        press.pdf("cards.typ", job(Print(), mode="single", faces=[face]))
    assert face["name"] in str(refusal.value)


def test_a_card_has_its_symbol_strength_words_text_and_deck() -> None:
    hound, bard, toad = card_face("ash_hound"), card_face("echo_bard"), card_face("hex_toad")
    assert (hound["type"], hound["strength"], hound["text"], hound["mark"]) == ("ally", 4, "", "Deck 1")
    assert (bard["lead"], [word["name"] for word in bard["words"]]) == ("Resolve (once per round):", ["Once per round"])
    assert toad["lead"] == "When attacked:"
    assert "−2 strength" in toad["text"]
    assert card_face("backdraft")["type"] == "action"
    assert card_face("backdraft")["strength"] is None
    assert [word["id"] for word in card_face("backdraft")["words"]] == ["quick"]
    assert card_face("parley")["mark"] == "Further pool"


@pytest.mark.parametrize("card", [card.id for card in POOL if card.once_per_round])
def test_a_limit_stands_in_the_text(card: str) -> None:
    assert "once per round" in card_face(card)["lead"].lower()


def test_a_limit_without_a_lead_stands_first() -> None:
    assert said("You may draw a card.", "Once per round") == ("Once per round:", "You may draw a card.")


def test_the_ornament_on_the_card_is_the_card_s() -> None:
    for card in IDS:
        assert art(card).outline in card_face(card)["art"]
    assert len({art(card) for card in IDS}) == len(IDS)


# ---- sheets
@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("bleed", [0, 2, 3])
def test_pages_of_the_whole_box(paper: str, bleed: int) -> None:
    """69 cards on as few sheets as they need, each with its backs, and one page of rules."""
    made = casters.sheets(BOTH, Print(paper, bleed))
    sheet = layout(paper, bleed)
    pages = sizes(made)
    assert len(pages) == 2 * -(-69 // sheet.count) + 1
    assert pages[:-1] == [pytest.approx((sheet.width, sheet.height), abs=0.01)] * (len(pages) - 1)
    assert pages[-1] == pytest.approx(PAPERS[paper], abs=0.01)
    assert fonts(made) == OURS
    assert embedded(made) == len(OURS)


def test_without_backs() -> None:
    assert len(sizes(casters.sheets(BOTH, Print(backs=False)))) == 8 + 1


def test_a_deck_has_one_back() -> None:
    assert {face["back"] for face in deck_faces(DECK_1)} == {1}
    assert {face["back"] for face in deck_faces(MIXED)} == {0 if len({card.deck for card in POOL[:30]}) > 1 else 1}
    assert {face["back"] for face in deck_faces({"ash_hound": 1, "banish": 1})} == {0}
    assert [face["kind"] for face in table_faces()] == ["stack"] * 8 + ["first"]
    assert {face["back"] for face in table_faces()} == {0}


def test_backs_are_placed_behind_and_shifted() -> None:
    how = Print("a4", 2, offset=(0.5, -1))
    sheet = layout("a4", 2)
    front, back, *_ = casters.pages(deck_faces(DECK_2), how, sheet)
    for one, other in zip(front["faces"], back["faces"], strict=True):
        assert other["x"] == pytest.approx(sheet.width - one["x"] - sheet.cell[0] + 0.5)
        assert other["y"] == pytest.approx(one["y"] - 1)
        assert other["face"] == back_face(2, False)
    for (x, y, i, j), moved in zip(front["marks"], back["marks"], strict=True):
        assert moved == pytest.approx((x + 0.5, y - 1, i + 0.5, j - 1))


def test_cut_marks_are_printed_where_the_cuts_are() -> None:
    """On paper: what is dark in a line above the cards, weighed, lies at the cuts to a twentieth of a millimetre."""
    sheet = layout("a4", 0)
    job_of = {"width": sheet.width, "height": sheet.height, "ruler": {}, "paper": [sheet.width, sheet.height]}
    pages = [{"marks": sheet.marks(), "footer": None, "faces": []}]
    data = job(Print(saving=True), mode="sheets", sheet=job_of, pages=pages, rules=casters.rules_page(saving=True))
    page = pixels(press.png("cards.typ", data, PPI)[0])
    row = [255 - page.at(x, round((sheet.corner[1] - 2) / POINT))[0] for x in range(page.width)]
    found, at = [], 0
    while at < len(row):
        end = at
        while end < len(row) and row[end] > 0:
            end += 1
        if end > at:
            found.append(sum((x + 0.5) * row[x] for x in range(at, end)) / sum(row[at:end]) * POINT)
        at = end + 1
    assert found == pytest.approx([sheet.corner[0] + n * WIDE for n in range(4)], abs=0.05)


# ---- one card a page
def test_print_shops_get_one_card_a_page_with_its_trim() -> None:
    made = casters.single_cards(BOTH, Print(bleed=3))
    assert sizes(made) == [pytest.approx((WIDE + 6, HIGH + 6), abs=0.01)] * (2 * 69)
    assert boxes(made, "TrimBox") == [pytest.approx((3, 3, WIDE + 3, HIGH + 3), abs=0.01)] * (2 * 69)
    assert fonts(made) <= OURS
    assert len(sizes(casters.single_cards(BOTH, Print(bleed=3, backs=False)))) == 69


@pytest.mark.parametrize("face", [card_face("fireburst"), back_face(1, False), back_face(2, False), *table_faces()[::8]])
def test_colour_reaches_the_end_of_the_bleed(face: Face) -> None:
    (picture,) = drawn([face], Print(bleed=3), 127.0)
    assert (picture.width, picture.height) == ((WIDE + 6) * 5, (HIGH + 6) * 5)
    deep = COURTS[face["court"]].deep
    edge = [picture.at(x, y) for x in range(picture.width) for y in (0, picture.height - 1)]
    edge += [picture.at(x, y) for y in range(picture.height) for x in (0, picture.width - 1)]
    wanted = tuple(int(deep[i : i + 2], 16) for i in (1, 3, 5))
    assert set(edge) == {wanted}


@pytest.mark.parametrize("court", [0, 1, 2])
@pytest.mark.parametrize("saving", [False, True])
def test_a_back_looks_the_same_upside_down(court: int, saving: bool) -> None:
    """No card of a deck can be known by how it lies."""
    (picture,) = drawn([back_face(court, saving)], Print(saving=saving), 144.0)
    turned = [b"".join(row[x : x + 3] for x in range(len(row) - 3, -1, -3)) for row in reversed(picture.rows)]
    off = sum(abs(a - b) for row, other in zip(picture.rows, turned, strict=True) for a, b in zip(row, other, strict=True))
    assert off / (3 * picture.width * picture.height) < 6  # of 255: edges fall on other dots


def test_ink_is_saved() -> None:
    for full, saved in (
        (card_face("fireburst"), card_face("fireburst", True)),
        (back_face(1, False), back_face(1, True)),
        *zip(table_faces()[::8], table_faces(True)[::8], strict=True),
    ):
        (much,), (little,) = drawn([full], Print()), drawn([saved], Print(saving=True))
        assert little.darkness() < 0.13
        assert little.darkness() < much.darkness() / 3


def test_a_picture_has_the_size_of_the_card() -> None:
    picture = pixels(casters.picture("pit_fire", Print(bleed=2), 150))
    assert (picture.width, picture.height) == (round(67 / 25.4 * 150), round(92 / 25.4 * 150))
    with pytest.raises(KeyError):
        casters.picture("no_such_card", Print())


def test_the_same_bytes_every_time() -> None:
    assert casters.sheets(BOTH, Print(bleed=2)) == casters.sheets(BOTH, Print(bleed=2))
    assert casters.picture("raise", Print(), 100) == casters.picture("raise", Print(), 100)


def test_a_theme_renames_what_is_printed() -> None:
    text.use("plain")
    try:
        face = card_face("ash_hound")
        assert (face["name"], face["type_name"]) == ("Red One", "Actor")
        assert "Ally" not in casters.rules_page(False)["left"][5]["text"]
        assert fonts(casters.sheets(BOTH, Print())) == OURS
    finally:
        text.use("en")


def test_the_rules_name_every_word_on_the_cards() -> None:
    """Whoever reads a card finds its words on the page of rules."""
    page = " ".join(section["text"] for side in ("left", "right") for section in casters.rules_page(False)[side]).lower()
    for word in ("nix", "bury", "recover", "above", "below", "next to", "friendly", "enemy", "quick", "once per round", "resolve"):
        assert any(word in card.text.lower() or word.replace(" ", "_") in ("quick", "once_per_round") for card in POOL)
        assert f"*{word}" in page or f", {word}:*" in page, word


@pytest.mark.parametrize("theme", text.languages())
def test_everything_fits_in_every_language(theme: str) -> None:
    with text.speaking(theme):
        made = casters.sheets([MIXED, dict.fromkeys(IDS[30:], 1)], Print("letter", backs=False))
    assert len(sizes(made)) == 7
    assert fonts(made) == OURS


def test_the_sheets_speak_the_language_in_use() -> None:
    with text.speaking("pt"):
        page, data = casters.rules_page(False), job(Print())
    assert data["lang"] == "pt"
    assert page["right"][0]["head"] == "Dano"
    assert page["example"]["name"] == "Brasinha"
