"""The mind that a model is, from what the person chose; sessions put it under guard."""

from dataclasses import replace
from typing import TYPE_CHECKING

from roundtable.analysis.content import Library
from roundtable.minds.llm.connecting import connect
from roundtable.minds.llm.options import ModelOptions
from roundtable.ports import CodeView

if TYPE_CHECKING:
    from roundtable.minds.llm.mind import LanguageModel


def language_model(options: ModelOptions, code: CodeView | None, library: Library) -> "LanguageModel":
    """A mind with a context of its own; raises `WrongUse` when it cannot be used as named."""
    connection = connect(options.name, base_url=options.base_url, context=options.context)
    # Only now: they need the library, and `connect` has explained when that is missing.
    from roundtable.minds.llm.mind import LanguageModel

    if options.keeping is not None:
        from roundtable.minds.llm.answers import KeptAnswers

        connection = replace(connection, model=KeptAnswers(connection.model, options.keeping))
    return LanguageModel(
        connection,
        sending=options.sending,
        budget=options.budget,
        personas=tuple(persona.key for persona in library.personas),
        timeout=options.timeout,
        show_prompt=options.show_prompt,
        code=code,
    )
