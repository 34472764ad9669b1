"""From `provider:name` to something that can be asked: keys from the environment, one sentence when anything is missing.

Building a connection sends nothing. A server with OpenAI's interface (llama.cpp, Ollama, vLLM, a gateway…) is named by its
address: `--model openai:NAME` or `local:NAME` with `base_url`.

Elsewhere: what an address and a key must look like (`addressing`).
"""

import importlib.util
import os
import warnings
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roundtable.errors import WrongUse
from roundtable.minds.llm.addressing import checked_address, is_here, keep_here, key_for, tidy_keys

if TYPE_CHECKING:
    from pydantic_ai.models import Model

__all__ = ["Connection", "connect"]

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
_SMALL_CONTEXT: Final = 12_000


@dataclass(frozen=True, slots=True)
class Connection:
    """A model that can be asked."""

    name: str
    model: "Model"
    native: bool
    """Whether the server itself enforces the shape of an answer."""
    small: bool = False
    """Whether the model can take only little text."""


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
    if importlib.util.find_spec("pydantic_ai") is None:
        raise WrongUse(f"Models need {_extra('models')}. Without it, --offline works with no model.")
    if provider in {"local", "llamacpp", "llama.cpp"} and not base_url:
        raise WrongUse(
            f"{provider} needs the address of the server: ROUNDTABLE_BASE_URL=http://127.0.0.1:8080/v1 (or base_url in your settings)."
        )
    if base_url:
        base_url = checked_address(base_url)
    if environment is os.environ:
        tidy_keys(os.environ)
        if base_url and is_here(base_url):
            keep_here(os.environ)
    named, provider = provider, _ALIASES.get(provider, provider)
    small = context is not None and context < _SMALL_CONTEXT
    try:
        if base_url:
            built = _served(named, model.strip(), base_url, environment)
        else:
            built = _hosted(provider, model.strip())
    except WrongUse:
        raise
    except ImportError as error:
        if "socks" in str(error).lower():
            raise WrongUse(
                "Your proxy speaks SOCKS, which needs an extra: pip install socksio. --offline works with no model."
            ) from error
        extra = _extra(_EXTRAS.get(provider, "models"))
        raise WrongUse(f"{provider} needs {extra}. Without it, --offline works with no model.") from error
    except Exception as error:  # the library raises its own errors for a missing key or an unknown provider
        words = " ".join(str(error).split())[:240].rstrip(".")
        raise WrongUse(f"{name} cannot be used: {words}. --offline works with no model.") from error
    native = (bool(base_url) and provider != "anthropic") or provider in _NATIVE
    return Connection(name=name, model=built, native=native, small=small)


def _extra(name: str) -> str:
    return f'an extra: pip install "roundtable-analyst[{name}]", or in a clone `uv tool install ".[{name}]"`'


def _hosted(provider: str, model: str) -> "Model":
    """A model at its maker's own address, with the key under the maker's own name."""
    with _quietly():
        from pydantic_ai.models import infer_model

        return infer_model(f"{provider}:{model}")


def _served(provider: str, model: str, address: str, environment: Mapping[str, str]) -> "Model":
    """A model behind an address that the person gave."""
    key = key_for(provider, environment) or "-"
    with _quietly():
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
