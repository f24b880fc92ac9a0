"""What the server says to people, in the language in use: [server] in the files of `ruinous.text`.

`words.NO_TABLE` is the text `no_table` there; its places are filled in with `format`. A new word is a new key there, in every language.
"""

from ruinous.text import texts


def __getattr__(name: str) -> str:
    """The text of this name. Raises AttributeError when there is none."""
    try:
        return texts("server").raw(name.lower())
    except KeyError:
        raise AttributeError(f"[server] of the texts has no {name.lower()!r}") from None
