"""The Dockerfile, the compose file and the page about hosting name things that exist. (No container runs here.)"""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
import yaml

from ruinous import cli
from ruinous.server.settings import Settings, read
from server import postgres
from server.harness import PATIENCE, program

ROOT = Path(__file__).parent.parent.parent
SETTINGS = {f"RUINOUS_{field.name.upper()}": field for field in msgspec.structs.fields(Settings)}


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, with what they say."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text())
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in text.splitlines() if line and not line.startswith("#")]


def said(instruction: str) -> list[str]:
    """What all instructions of a kind say."""
    return [rest for name, rest in instructions() if name == instruction]


def environment() -> dict[str, str]:
    """The variables that the image sets."""
    return dict(pair.split("=", 1) for line in said("ENV") for pair in shlex.split(line))


@pytest.fixture(scope="module")
def compose() -> Any:
    """The compose file."""
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def command(words: list[str]) -> tuple[click.Command, click.Context]:
    """A command of the program with its arguments understood."""
    assert words[0] == "ruinous"
    _, found, rest = cli.main.resolve_command(click.Context(cli.main), words[1:])
    assert found is not None
    return found, found.make_context(words[1], rest)


def test_the_image_sets_what_the_program_reads() -> None:
    variables = environment()
    ours = {name: value for name, value in variables.items() if name.startswith("RUINOUS_")}
    assert ours
    assert set(ours) <= set(SETTINGS)
    settings = read(ours)
    assert (settings.host, settings.port, settings.log_format) == ("0.0.0.0", 8000, "json")
    assert said("EXPOSE") == [str(settings.port)]
    assert str(settings.place()).startswith(said("VOLUME")[0])
    assert variables["PATH"].startswith("/opt/ruinous/bin:")


def test_the_image_is_built_from_what_is_there() -> None:
    stages = {line.split()[-1] for line in said("FROM") if " AS " in line}
    ignored = {line.strip("/*") for line in (ROOT / ".dockerignore").read_text().splitlines()}
    for line in said("COPY"):
        *flags, source, _target = line.split()
        if flags:
            assert flags[0].removeprefix("--from=") in stages
        else:
            assert (ROOT / source).exists()
    for needed in ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE", "requirements/lock.txt"):
        assert (ROOT / needed).exists()
        assert needed.split("/")[0] not in ignored
    (extras,) = re.findall(r"'\.\[([a-z,]+)\]'", " ".join(said("RUN")))
    assert set(extras.split(",")) <= set(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])
    assert said("USER") == ["ruinous"]
    assert instructions().index(("USER", "ruinous")) < [name for name, _ in instructions()].index("CMD")


def test_the_versions_of_the_image_are_those_of_the_lock_file() -> None:
    (grep,) = (line for line in said("RUN") if line.startswith("grep"))
    found = subprocess.run(grep.split(" > ")[0], shell=True, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    locked = [line.split()[0] for line in (ROOT / "requirements" / "lock.txt").read_text().splitlines() if "==" in line.split("#")[0][:60]]
    assert found == [line.rstrip("\\") for line in locked if not line.startswith("--")]
    assert any(line.startswith("starlette==") for line in found)


def test_what_the_image_runs(tmp_path: Path) -> None:
    (run,) = map(json.loads, said("CMD"))
    assert command(run)[0].name == "serve"
    (line,) = said("HEALTHCHECK")
    probe = json.loads(line.split(" CMD ")[1])
    assert probe[0] == "python"
    with program(tmp_path / "games.sqlite3", RUINOUS_HOSTS="play.example") as (child, address):

        def healthy() -> bool:
            words = [sys.executable, *probe[1:-1], probe[-1].replace("127.0.0.1:8000", address)]
            return subprocess.run(words, timeout=PATIENCE, check=False, capture_output=True).returncode == 0

        assert probe[-1].count("127.0.0.1:8000") == 1
        assert healthy()
        child.terminate()
        child.wait(PATIENCE)
        assert not healthy()


def test_the_compose_file_names_things_that_are_there(compose: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    services = compose["services"]
    ours, theirs = services["ruinous"], services["postgres"]
    asked = {name: re.sub(r"\$\{\w+(?::[?-]([^}]*))?\}", r"\1", value) for name, value in ours["environment"].items()}
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    assert set(asked) <= set(SETTINGS)
    found, context = command(ours["command"])
    assert found.name == "serve"
    settings = read(asked, workers=context.params["workers"])
    assert settings.workers == 2
    user, host, database = re.findall(r"//(\w+):.*@(\w+)/(\w+)$", str(settings.place()))[0]
    assert (user, database) == (theirs["environment"]["POSTGRES_USER"], theirs["environment"]["POSTGRES_DB"])
    assert services[host] is theirs
    assert set(ours["depends_on"]) <= set(services)
    mounted = {volume.split(":")[0] for service in services.values() for volume in service["volumes"]}
    assert mounted == set(compose["volumes"])
    assert ours["ports"] == [f"127.0.0.1:8000:{environment()['RUINOUS_PORT']}"]
    assert ours["volumes"][0].split(":")[1] == said("VOLUME")[0]


def test_the_health_of_postgresql_is_asked_by_a_program_that_it_has(compose: Any, cluster: postgres.Cluster) -> None:
    kind, name, *arguments = compose["services"]["postgres"]["healthcheck"]["test"]
    assert kind == "CMD"
    cluster.run(name, "--host", str(cluster.folder), *arguments)


def test_the_page_about_hosting_has_every_setting_and_no_other() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text()
    rows = dict(re.findall(r"^\| `(RUINOUS_\w+)` \|(.*?) \|", page, re.MULTILINE))
    assert set(rows) == set(SETTINGS)
    assert set(re.findall(r"RUINOUS_[A-Z_]+", page)) == set(SETTINGS)
    for name, cell in rows.items():
        if name not in ("RUINOUS_DATABASE", "RUINOUS_PORT"):  # `ruinous serve` has a port of its own
            assert cell.strip(" `") == json.dumps(SETTINGS[name].default).strip('"').removesuffix(".0")


def test_the_commands_on_the_page_about_hosting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "copy.sqlite3").touch()
    page = (ROOT / "docs" / "hosting.md").read_text()
    lines = [line for block in re.findall(r"^```\n(.*?)^```", page, re.DOTALL | re.MULTILINE) for line in block.splitlines()]
    ours = [shlex.split(line) for line in lines if line.startswith("ruinous ")]
    assert len(ours) >= 6
    for words in ours:
        found, _ = command(words) if words[1] != "db" else (cli.main.commands["db"], None)
        assert found.name == words[1]
