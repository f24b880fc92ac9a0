"""Copies: made while people play, restored into either kind of database, and proved game by game."""

import os
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from ruinous import cli, games
from ruinous.server import backup, words
from ruinous.server.database import Database, Unusable, connected, migrate
from ruinous.server.schema import metadata
from server import postgres
from server.fake_game import GAMES
from server.harness import Lent, Place, Visitor, apart, in_a_loop, running


def check(where: Place) -> tuple[int, Sequence[str]]:
    """Replay the small games of a database: how many there are, and what is wrong."""
    proof = in_a_loop(backup.check(where, GAMES))
    return proof.total, proof.wrong


def played(database: Place) -> tuple[Visitor, str]:
    """Somebody with a game of several actions, one of them taken back."""
    with running(database) as here:
        me = Visitor(here.address)
        table = me.new("left")
        with me.at(table) as chair:
            chair.hello()
            for text in ("add 1", "draw", "add 2"):
                chair.play(text)
            assert chair.undo()["type"] == "ack"
            chair.next()
            chair.play("roll")
    return me, table


def test_a_copy_of_one_kind_is_played_on_in_any_kind(database: Place, lent_database: Lent, tmp_path: Path) -> None:
    me, table = played(database)
    file = tmp_path / "copy"
    in_a_loop(backup.back_up(database, file))
    with lent_database() as other:
        for target in (tmp_path / "new.sqlite3", other):
            in_a_loop(backup.restore(file, target))
            assert check(target) == (1, [])
            assert contents(target) == contents(database)
            with running(target) as here:
                again = Visitor(here.address, me.cookies)
                assert [row["table"] for row in again.get("/api/tables").json()] == [table]
                with again.at(table) as chair:
                    assert chair.hello()["version"] == 5
                    chair.play("done")
                assert again.new("right") != table  # numbers go on where they were
            with pytest.raises(Unusable, match="not empty"):
                in_a_loop(backup.restore(file, target))


def contents(where: Place) -> dict[str, list[str]]:
    """Every row of a database."""
    with connected(where) as connection:
        return {name: sorted(map(str, connection.execute(sa.select(table)))) for name, table in metadata.tables.items()}


def test_a_copy_made_under_load_is_whole(database: Place, tmp_path: Path) -> None:
    with running(database) as here:
        me = Visitor(here.address)
        tables = [me.new("left") for _ in range(3)]
        enough = threading.Event()

        def play(table: str) -> None:
            with me.at(table) as chair:
                chair.hello()
                while not enough.is_set():
                    assert (chair.undo() if chair.state["undo"]["can"] else chair.try_action(1))["type"] == "ack"
                    chair.next()

        players = [threading.Thread(target=play, args=(table,)) for table in tables]
        for player in players:
            player.start()
        heads = []
        for number in range(4):
            in_a_loop(backup.back_up(database, tmp_path / f"{number}"))
            assert check(tmp_path / f"{number}") == (3, [])
            with closing(sqlite3.connect(tmp_path / f"{number}")) as copy:
                heads.append(copy.execute("SELECT sum(head) FROM games").fetchone()[0])
                assert copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        enough.set()
        for player in players:
            player.join()
    assert heads == sorted(heads)
    assert heads[-1] > 0
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith("games")) == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("UPDATE log SET action = 3 WHERE seq = 1", "leads to another state"),
        ("UPDATE log SET action = 77 WHERE seq = 2", "row"),
        ("UPDATE log SET checksum = 'x' WHERE kind = 'undo'", "row 4"),
        ("DELETE FROM log WHERE seq = 5", "missing"),
        ("DELETE FROM log WHERE seq = 3", "missing"),
        ("UPDATE log SET kind = 'undo' WHERE seq = 1", "row"),
        ("UPDATE games SET game = 'lost'", "lost"),
    ],
)
def test_a_game_that_does_not_replay_is_found(broken: Path, fault: str, said: str) -> None:
    with closing(sqlite3.connect(broken)) as connection, connection:
        connection.execute(fault)
    total, wrong = check(broken)
    assert total == len(wrong) == 1
    assert said in wrong[0]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one game."""
    path = tmp_path_factory.mktemp("whole") / "games.sqlite3"
    played(path)
    return path


@pytest.fixture
def broken(whole: Path, tmp_path: Path) -> Path:
    """A copy to be damaged."""
    in_a_loop(backup.back_up(whole, tmp_path / "copy"))
    assert check(tmp_path / "copy") == (1, [])
    return tmp_path / "copy"


def test_a_copy_of_an_earlier_form_is_restored_in_the_newest_and_itself_not_changed(tmp_path: Path) -> None:
    old = tmp_path / "old"
    with connected(old) as connection:
        migrate(connection, "0001")
        connection.execute(sa.text("INSERT INTO meta (name, value) VALUES ('identity', 'of long ago')"))
    before = old.read_bytes()
    assert check(old) == (0, [])
    with pytest.raises(Unusable, match="form 0001"):
        in_a_loop(backup.back_up(old, tmp_path / "copy"))
    in_a_loop(backup.restore(old, tmp_path / "new"))
    assert old.read_bytes() == before
    database = Database.open(tmp_path / "new")
    assert database.identity == "of long ago"
    database.release()


def test_a_copy_of_a_newer_form_is_refused(tmp_path: Path) -> None:
    newer = tmp_path / "newer"
    Database.open(newer).release()
    with connected(newer) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    for work in (backup.restore(newer, tmp_path / "new"), backup.check(newer, GAMES)):
        with pytest.raises(Unusable, match=words.NEWER_FORM):
            in_a_loop(work)
    assert not (tmp_path / "new").exists()


def code(arguments: list[str]) -> int:
    """What the program ends with."""
    return apart(lambda: cli.code(arguments))


def test_the_commands(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, file, new = tmp_path / "empty.sqlite3", tmp_path / "copy.sqlite3", tmp_path / "new.sqlite3"
    Database.open(empty).release()
    assert code(["backup", "--database", str(empty), str(file)]) == 0
    assert code(["restore", str(file), "--database", str(new)]) == 0
    assert code(["db", "check", "--database", str(new)]) == 0
    assert capsys.readouterr().out.count("0 games replay to their checksums") == 3
    assert code(["db", "check", "--database", str(whole)]) == 1  # the small game is none of the real ones
    assert "1 of 1 games do not replay" in capsys.readouterr().err
    assert "counting" not in games.GAMES
    for arguments in (["backup", "--database", str(tmp_path / "none"), str(file)], ["db", "check", "--database", str(Path(__file__))]):
        assert code(arguments) == 2
        assert "cannot be used" in capsys.readouterr().err
    lock = Database.open(tmp_path / "held")
    assert code(["restore", str(file), "--database", str(tmp_path / "held")]) == 2
    assert "stop it first" in capsys.readouterr().err
    lock.release()
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0


def told(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Why the program refuses this with 2."""
    capsys.readouterr()
    assert code([str(argument) for argument in arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_a_copy_never_takes_the_place_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not of the database itself, by whatever path or link, and not of a link that leads nowhere."""
    live, notes, link, nowhere = (tmp_path / name for name in ("live.sqlite3", "notes.txt", "link", "nowhere"))
    Database.open(live).release()
    notes.write_text("mine")
    link.symlink_to(live)
    nowhere.symlink_to(tmp_path / "none")
    (tmp_path / "folder").mkdir()
    before = live.read_bytes()
    for file in (live, tmp_path / "folder" / ".." / "live.sqlite3", link, nowhere, notes):
        assert f"{file} is there already" in told(capsys, "backup", "--database", live, file)
    assert (live.read_bytes(), notes.read_text(), link.readlink(), nowhere.is_symlink()) == (before, "mine", live, True)
    assert {path.name for path in tmp_path.iterdir() if not path.name.startswith("live")} == {"folder", "link", "notes.txt", "nowhere"}


def test_a_file_that_appears_while_the_copy_is_made_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "copy"
    Database.open(tmp_path / "games").release()
    copy_file = backup._copy_file

    def meanwhile(source: Path, copy: Path) -> None:
        copy_file(source, copy)
        file.write_text("mine")

    monkeypatch.setattr(backup, "_copy_file", meanwhile)
    with pytest.raises(FileExistsError):
        in_a_loop(backup.back_up(tmp_path / "games", file))
    assert file.read_text() == "mine"


def test_what_cannot_be_read_or_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    live, new, notes = tmp_path / "live.sqlite3", tmp_path / "new.sqlite3", tmp_path / "notes"
    Database.open(live).release()
    notes.write_bytes(bytes(range(256)) * 20)
    nowhere = tmp_path / "none" / "copy"
    for file, arguments in ((nowhere, ("backup", "--database", live, nowhere)), (notes, ("restore", notes, "--database", new))):
        words = told(capsys, *arguments)
        assert f"{file}: " in words
        assert "the database" not in words
    assert not new.exists()


def test_postgresqls_own_tools_copy_it_too(cluster: postgres.Cluster) -> None:
    """The commands of docs/hosting.md."""
    source = cluster.database()
    played(source)
    name = make_url(source).database
    assert name is not None
    cluster.tell("CREATE DATABASE restored")
    reach = ("-h", str(cluster.folder), "-U", "postgres")
    cluster.run("pg_dump", *reach, "--format=custom", f"--file={cluster.folder}/games.dump", name)
    cluster.run("pg_restore", *reach, "--dbname=restored", f"{cluster.folder}/games.dump")
    assert check(cluster.address("restored")) == (1, [])
    assert contents(cluster.address("restored")) == contents(source)
