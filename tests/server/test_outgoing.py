"""What the server sends out: webhooks and mail."""

import ipaddress
import logging

import pytest

from ruinous.server.mail import NotSent, Post
from ruinous.server.webhook import Hooks, is_outside
from server.harness import in_a_loop
from server.sinks import hook_sink, mail_sink


def test_a_webhook_gets_the_body_and_its_own_host_name() -> None:
    async def scene() -> None:
        hooks = Hooks(inside=True)
        async with hook_sink() as sink:
            await hooks.send(sink.url.replace("127.0.0.1", "localhost"), {"text": "Your turn"})
            await hooks.close()
            assert sink.bodies == [{"text": "Your turn"}]
            assert sink.hosts[0].startswith("localhost:")

    in_a_loop(scene())


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_webhook_that_does_not_take_it_is_not_sent(status: int) -> None:
    async def scene() -> None:
        hooks = Hooks(inside=True)
        async with hook_sink() as sink:
            sink.status = status
            with pytest.raises(NotSent):
                await hooks.send(sink.url, {})
            await hooks.close()
            assert sink.asked == 1, "a redirect is not followed"

    in_a_loop(scene())


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:9/",
        "http://localhost:9/",
        "http://[::1]:9/",
        "http://10.0.0.1/",
        "http://169.254.169.254/",
        "file:///etc/passwd",
        "x",
        "http://",
    ],
)
def test_no_webhook_leads_into_the_network_of_the_host(url: str) -> None:
    async def scene() -> None:
        hooks = Hooks()
        with pytest.raises(NotSent):
            await hooks.send(url, {})
        await hooks.close()

    in_a_loop(scene())


@pytest.mark.parametrize("number", ["::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "224.0.0.1", "100.64.0.1", "fe80::1"])
def test_numbers_that_lead_inside_by_a_detour(number: str) -> None:
    assert not is_outside(ipaddress.ip_address(number))
    assert is_outside(ipaddress.ip_address("2606:4700::1"))


def test_mail_arrives_with_subject_and_text() -> None:
    async def scene() -> None:
        async with mail_sink() as sink:
            await Post(sink.url, "ruinous@example.org").send("ana@example.org", "Your turn", "Round 3\nÀ vez")
            (letter,) = sink.letters
        assert (letter["subject"], letter["to"]) == ("Your turn", "ana@example.org")
        assert letter.get_content().splitlines() == ["Round 3", "À vez"]

    in_a_loop(scene())


def test_a_mail_server_that_is_not_there_is_not_sent() -> None:
    with pytest.raises(NotSent):
        in_a_loop(Post("smtp://127.0.0.1:1", "ruinous@example.org").send("ana@example.org", "x", "y"))


def test_a_line_break_in_a_subject_makes_no_header() -> None:
    async def scene() -> None:
        async with mail_sink() as sink:
            with pytest.raises(NotSent):
                await Post(sink.url, "ruinous@example.org").send("ana@example.org", "x\nBcc: eve@example.org", "y")
            assert sink.letters == []

    in_a_loop(scene())


def test_without_a_mail_server_the_text_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        in_a_loop(Post("", "").send("ana@example.org", "Sign in", "http://localhost/#/enter/CODE"))
    assert "#/enter/CODE" in caplog.text
