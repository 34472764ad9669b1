"""The guarded mind of a session with a model, from what the person chose."""

from roundtable.analysis.content import Library
from roundtable.minds.guarded import Guarded
from roundtable.minds.llm.connecting import connect
from roundtable.minds.llm.options import ModelOptions
from roundtable.ports import CodeView, Mind


def guarded_model(options: ModelOptions, fallback: Mind, code: CodeView | None, library: Library) -> Guarded:
    """The model under guard, with the offline mind behind it; raises `WrongUse` when it cannot be used as named."""
    connection = connect(options.name, base_url=options.base_url, context=options.context)
    # Only now: it needs the library, and `connect` has explained when that is missing.
    from roundtable.minds.llm.mind import LanguageModel

    model = LanguageModel(
        connection,
        sending=options.sending,
        budget=options.budget,
        personas=tuple(persona.key for persona in library.personas),
        timeout=options.timeout,
        show_prompt=options.show_prompt,
        code=code,
    )
    return Guarded(model, fallback, code)
