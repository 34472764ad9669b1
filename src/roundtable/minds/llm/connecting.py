"""From `provider:name` to something that can be asked: keys from the environment, one sentence when anything is missing.

Building a connection sends nothing. A server with OpenAI's interface (llama.cpp, Ollama, vLLM, a gateway…) is named by its
address: `--model openai:NAME` or `local:NAME` with `base_url`.

Elsewhere: what an address and a key must look like (`addressing`).
"""

import importlib.util
import os
import re
import warnings
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roundtable.errors import WrongUse
from roundtable.minds.llm.addressing import checked_address, is_here, keep_here, key_for, tidy_keys

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_EXTRAS: Final = {
    "google": "google", "google-cloud": "google", "bedrock": "bedrock", "mistral": "mistral", "groq": "groq",
}  # fmt: skip
_ALIASES: Final = {
    "local": "openai",
    "llamacpp": "openai",
    "llama.cpp": "openai",
    "gemini": "google",
    "azure-openai": "azure",
}
_NATIVE: Final = frozenset(
    {"openai", "openai-chat", "openai-responses", "azure", "ollama", "google", "google-cloud"}
)
"""Providers whose models are held to a schema by the server, which works better than asking for a tool call."""
_OURS: Final = (
    *("anthropic", "openai", "azure", "google", "bedrock"),
    *("mistral", "groq", "openrouter", "ollama", "local"),
)
_OLLAMA: Final = "http://127.0.0.1:11434/v1"  # where Ollama listens unless somebody told it otherwise
_SMALL_CONTEXT: Final = 12_000


@dataclass(frozen=True, slots=True)
class Connection:
    name: str
    model: "Model"
    native: bool  # whether the server itself enforces the shape of an answer
    small: bool = False  # whether the model can take only little text
    context: int | None = None  # tokens that it can read at once, where somebody said so


def connect(
    name: str,
    *,
    base_url: str | None = None,
    context: int | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Connection:
    """The model of that name; raises `WrongUse` with what to type or install."""
    provider, _, model = name.partition(":")
    provider = provider.strip().lower()
    if not provider or not model.strip():
        raise WrongUse(
            f"{name!r} names no model. Write it as PROVIDER:NAME, such as anthropic:claude-opus-5-5."
        )
    if extra := missing_extra():
        raise WrongUse(f"Models need {extra}. Without it, --offline works with no model.")
    if provider in {"local", "llamacpp", "llama.cpp"} and not base_url:
        raise WrongUse(
            f"{provider} needs the address of the server: ROUNDTABLE_BASE_URL=http://127.0.0.1:8080/v1 (or base_url in your settings)."
        )
    if provider == "ollama" and not base_url and not environment.get("OLLAMA_BASE_URL"):
        base_url = _OLLAMA
    if base_url:
        base_url = checked_address(base_url)
    if environment is os.environ:
        tidy_keys(os.environ)
        if base_url and is_here(base_url):
            keep_here(os.environ)
    named, provider = provider, _ALIASES.get(provider, provider)
    small = context is not None and context < _SMALL_CONTEXT
    try:
        with _quietly():
            if base_url:
                built = _served(named, model.strip(), base_url, environment)
            else:
                from pydantic_ai.models import infer_model

                built = infer_model(f"{provider}:{model.strip()}")
    except WrongUse:
        raise
    except ImportError as error:
        raise WrongUse(
            f"{_missing(provider, str(error))}. Without it, --offline works with no model."
        ) from error
    except Exception as error:  # the library raises its own errors for a missing key or an unknown provider
        raise WrongUse(f"{_problem(name, provider, str(error))} --offline works with no model.") from error
    native = (bool(base_url) and provider != "anthropic") or provider in _NATIVE
    return Connection(name=name, model=built, native=native, small=small, context=context)


def _extra(name: str) -> str:
    return f'an extra: pip install "roundtable-analyst[{name}]", or in a clone `uv tool install ".[{name}]"`'


def missing_extra() -> str:
    """What models need to be used, and how to get it; empty when it is there."""
    return "" if importlib.util.find_spec("pydantic_ai") is not None else _extra("models")


def _missing(provider: str, words: str) -> str:
    """What to install, in the words of whoever misses it."""
    if "socks" in words.lower():
        return "Your proxy speaks SOCKS, which needs an extra: pip install socksio"
    offered = re.search(r'pip install "?([\w.-]+\[[\w,-]+\])"?', words)
    if provider not in _EXTRAS and provider not in _OURS and offered:
        return f'{provider} needs an extra: pip install "{offered[1]}"'
    return f"{provider} needs {_extra(_EXTRAS.get(provider, 'models'))}"


def _problem(name: str, provider: str, words: str) -> str:
    """Why a model cannot be used: the kit's own words are about its own classes."""
    if wanted := re.findall(r"`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`", words):
        kind = "a key" if wanted[0].endswith("_KEY") else "to be told where it is"
        return f"{name} needs {kind}: set {wanted[0]} in the environment."
    if "Unknown model" in words:
        meant = words.partition("Did you mean '")[2].partition("'")[0]
        hint = f"Did you mean {meant}?" if meant else f"Known are {', '.join(_OURS)} and others."
        return f"{name} cannot be used: there is no provider {provider!r}. {hint}"
    return f"{name} cannot be used: {' '.join(words.split())[:240].rstrip('.')}."


def _served(provider: str, model: str, address: str, environment: Mapping[str, str]) -> "Model":
    """A model behind an address that the person gave."""
    key = key_for(provider, environment) or "-"
    if provider == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        return AnthropicModel(model, provider=AnthropicProvider(api_key=key, base_url=address))
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    provided = OpenAICompatibleProvider("server", base_url=address, api_key=key)
    return OpenAIChatModel(model, provider=provided)


@contextmanager
def _quietly() -> Generator[None]:
    """Without banners, and without notices of the kits about their own future: they are not for our users."""
    import pydantic_ai

    pydantic_ai.BANNER_ENABLED = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
