"""The texts in `templates/` with their gaps filled: what an export writes for coding agents, and what new content starts from.

A gap is `${name}`; every other brace is part of the text.
"""

from importlib.resources import files
from string import Template


def filled_template(name: str, **values: str) -> str:
    text = files("roundtable.library").joinpath("templates", f"{name}.md").read_text(encoding="utf-8")
    return Template(text).substitute(values)
