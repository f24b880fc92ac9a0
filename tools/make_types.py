"""Writes `src/ruinous/web/wire.d.ts`: the types of all that the server sends and takes, for the type checker of the page.

    python tools/make_types.py

They are made from the types of the server itself (`ruinous.server.openapi`), so that the page cannot expect what nobody sends. Run it
after a change of those; a test compares the file with what this makes.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from ruinous.server import openapi, protocol, shapes

FILE = Path(__file__).resolve().parent.parent / "src" / "ruinous" / "web" / "wire.d.ts"
HEAD = "// All that the server sends and takes. Made by tools/make_types.py from the types of the server: change those, not this.\n"
WORDS = {"Power": shapes.Power, "Kind": shapes.Kind, "Caster": shapes.Caster, "Stage": protocol.Stage}
"""Choices of words that have a name."""
SCALARS = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


def written() -> str:
    """The whole file."""
    _known, parts = openapi.schemas_of(openapi.CALLS.values())
    words = [f"export type {name} = {_words(get_args(choice))}\n" for name, choice in WORDS.items()]
    return "\n".join([HEAD + "\n" + "".join(words), *(_declared(name, parts[name]) for name in sorted(parts))])


def _declared(name: str, schema: Schema) -> str:
    """An interface, or a name for one of several."""
    said = "/** " + schema["description"].replace("\n", "\n * ").replace(" * \n", " *\n") + " */\n" if "description" in schema else ""
    if "properties" not in schema:
        return f"{said}export type {name} = {typed(schema)}\n"
    fields = [
        f"  {field}{'' if field in schema.get('required', ()) else '?'}: {typed(kind)}\n" for field, kind in schema["properties"].items()
    ]
    if schema.get("additionalProperties") is not False:
        fields.append("  [field: string]: any\n")
    return f"{said}export interface {name} {{\n{''.join(fields)}}}\n"


def typed(schema: Schema) -> str:
    """A type in TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        choices = [value for value in schema["enum"] if value is not None]
        name = next((name for name, choice in WORDS.items() if set(get_args(choice)) == set(choices)), _words(choices))
        return f"{name} | null" if None in schema["enum"] else name
    if "anyOf" in schema:
        return " | ".join(typed(one) for one in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array" and "prefixItems" in schema:
        return f"[{', '.join(map(typed, schema['prefixItems']))}]"
    if kind == "array":
        return f"({inner})[]" if " " in (inner := typed(schema.get("items", {}))) else f"{inner}[]"
    if kind == "object":
        values = typed(schema["additionalProperties"]) if "additionalProperties" in schema else "any"
        keys = schema.get("propertyNames", {})
        return f"Partial<Record<{typed(keys)}, {values}>>" if keys else f"Record<string, {values}>"
    return SCALARS[kind] if kind is not None else "any"


def _words(values: Iterable[Any]) -> str:
    return " | ".join(map(json.dumps, values))


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
