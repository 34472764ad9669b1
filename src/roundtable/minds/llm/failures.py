"""What can go wrong between us and a model, in a few words each, and whether trying again helps."""

import re
import ssl
from dataclasses import dataclass
from typing import Final

from pydantic_ai import exceptions as wrong

_LONGEST_WAIT: Final = 8.0


class HalfAnswer(Exception):
    """The stream ended in the middle of an answer."""


@dataclass(frozen=True, slots=True)
class Failure:
    reason: str
    retry: bool = False  # whether the same request may succeed a moment later
    is_final: bool = False  # whether no request will succeed in this session
    too_long: bool = False
    no_tools: bool = False  # whether the server takes no tools; without them it may answer
    wait: float | None = None  # seconds that the provider asks us to wait, if it is worth it


def failure_of(error: Exception) -> Failure:
    after = getattr(error, "retry_after", None)
    wait = float(after) if isinstance(after, int | float) and after >= 0 else None
    if isinstance(error, wrong.ModelHTTPError) and re.search(r"\btools?\b|function.?call", str(error.body)):
        return Failure("the server takes no tools", no_tools=True)
    match error:
        case wrong.ModelAuthenticationError():
            return Failure("the key was refused", is_final=True)
        case wrong.ModelQuotaExceededError():
            return Failure("the account has no credit left", is_final=True)
        case wrong.ModelNotFoundError():
            return Failure("there is no model of that name", is_final=True)
        case wrong.ModelContextWindowExceededError():
            return Failure("the request is longer than the model can read", too_long=True)
        case wrong.ModelRateLimitError():
            # Waiting minutes would look like a hang; the offline mind is there meanwhile.
            return Failure("too many requests", retry=wait is None or wait <= _LONGEST_WAIT, wait=wait)
        case wrong.ModelTimeoutError() | wrong.ModelRequestTimeout() | TimeoutError():
            return Failure("no answer in time", retry=True)
        case wrong.ModelConnectionError():
            if _is_about_certificates(error):
                return Failure("the certificate of the server was not accepted", is_final=True)
            return Failure("no connection", retry=True)
        case wrong.ModelUnavailableError() | wrong.ModelServerError():
            return Failure(
                "the provider has a problem", retry=True, wait=min(wait or 0, _LONGEST_WAIT) or None
            )
        case wrong.ModelHTTPError():
            return _from_status(error, wait)
        case wrong.ModelAPIError():
            return Failure("the connection broke off", retry=True)
        case wrong.UserError():
            return Failure(
                f"it cannot be used as configured ({' '.join(str(error).split())[:160]})", is_final=True
            )
        case wrong.UsageLimitExceeded():
            return Failure("it went on looking and did not answer")
        case HalfAnswer():
            return Failure("the answer broke off", retry=True)
        case OSError():
            return Failure("no connection", retry=True)
        case ExceptionGroup():
            return failure_of(error.exceptions[0])
        case _:
            return Failure(f"the answer could not be used ({type(error).__name__})", retry=True)


def _is_about_certificates(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError) or "CERTIFICATE_VERIFY_FAILED" in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _from_status(error: wrong.ModelHTTPError, wait: float | None) -> Failure:
    status = error.status_code
    if status >= 500:
        return Failure("the provider has a problem", retry=True, wait=wait)
    if status in {401, 403}:
        return Failure("the key was refused", is_final=True)
    if status == 413 or "context" in str(error.body).lower():
        return Failure("the request is longer than the model can read", too_long=True)
    return Failure(f"the request was refused (status {status})")
