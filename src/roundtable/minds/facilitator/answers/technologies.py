"""Technologies in what people say. A closed list of common names; names that are also everyday words need a capital."""

import re
from typing import Final, NamedTuple

from roundtable.minds.facilitator.words import word_set

__all__ = ["Tech", "find_technologies"]


class Tech(NamedTuple):
    """A technology with its version and purpose, where they were said."""

    name: str
    version: str
    purpose: str
    is_new: bool
    start: int
    end: int


_PLAIN: Final = (
    "postgres(?:ql)?|mysql|mariadb|sqlite|mongodb|mongo|redis|memcached|elasticsearch|opensearch|cassandra|dynamodb|bigquery|snowflake|clickhouse|duckdb|"
    "kafka|rabbitmq|celery|airflow|dbt|spark|hadoop|nats|sqs|sns|s3|ec2|aws|gcp|azure|kubernetes|k8s|docker|podman|terraform|ansible|helm|nginx|apache|"
    "stripe|paypal|adyen|klarna|twilio|sendgrid|mailchimp|salesforce|hubspot|shopify|magento|sap|auth0|okta|keycloak|oauth2?|saml|ldap|openid connect|oidc|"
    "react(?:\\.js)?|vue(?:\\.js)?|angular|svelte|next\\.js|nuxt|typescript|javascript|node(?:\\.js)?|deno|webpack|vite|tailwind|graphql|grpc|rest api|openapi|websockets?|webhooks?|"
    "django|flask|fastapi|rails|laravel|symfony|spring boot|asp\\.net|\\.net|pandas|numpy|polars|pyarrow|sqlalchemy|pydantic|pytest|tox|jupyter|pytorch|tensorflow|"
    "python|golang|kotlin|java|php|c\\+\\+|c#|scala|haskell|elixir|erlang|parquet|avro|protobuf|json schema|yaml|toml|csv|xml|json|"
    "github actions|github|gitlab|jenkins|circleci|bitbucket|jira|slack|sentry|datadog|prometheus|grafana|opentelemetry|splunk|linux|macos|ios|android"
)
_CAPITAL: Final = "Go|Rust|Ruby|Swift|Spring|Express|Oracle|Windows|Teams|Excel|Outlook|Chrome|Firefox|Safari|Edge|Poetry|Ruff|Click|Typer|Rich|Requests|Make|Bash|Vault|Consul|Nomad|Temporal|Lambda|Firebase|Heroku|Vercel"  # fmt: skip
_TECH: Final = re.compile(rf"(?<![\w./#-])(?:(?P<plain>(?i:{_PLAIN}))|(?P<capital>{_CAPITAL}))(?:\s+v?(?P<version>\d+(?:\.(?:\d+|x))*)\+?)?(?![\w#-]|/\w|\.\w)")  # fmt: skip
_FORMATS: Final = word_set("json yaml toml csv xml rest api webhook webhooks websocket websockets")
_PURPOSE: Final = re.compile(r"^\s*(?:,\s*)?(?:for|to|as|because of|für|zum|zur)\s+(?P<purpose>[^,.;\n]{2,80}?)(?=\s*(?:[,.;\n]|\band\b|\bbecause\b|\bsince\b|$))", re.IGNORECASE)  # fmt: skip
_NEW: Final = re.compile(
    r"\b(?:introduc\w*|switch(?:ing)? to|mov(?:e|ing) to|migrat\w* to|adopt\w*|bring(?:ing)? in|add(?:ing)?(?: in)?|replac\w* (?:it )?with|new)\s+(?:a |an |the )?[\w ]{0,20}$",
    re.IGNORECASE,
)


_EVERYDAY: Final = word_set("node react spark helm rails slack stripe sentry edge vault")
_DETERMINER: Final = re.compile(
    r"\b(?:an?|the|each|every|this|that|these|those|our|its|their|one|any|no|per|some|another|first|last|next|of|to)\s+$",
    re.IGNORECASE,
)


def _is_everyday(text: str, hit: re.Match[str]) -> bool:
    """Whether a name is used as the word it also is: "the node reads", "react to it"."""
    if hit.group().lower() not in _EVERYDAY or not hit.group()[:1].islower():
        return False
    return bool(_DETERMINER.search(text[: hit.start()])) or text[hit.end() :].startswith((" to ", " on "))


def find_technologies(text: str) -> list[Tech]:
    """Every technology named, first mention each. File formats count only with a purpose or a version."""
    found: dict[str, Tech] = {}
    for hit in _TECH.finditer(text[:8000]):
        name = hit["plain"] or hit["capital"]
        purpose = _PURPOSE.match(text[hit.end() :])
        if name.lower() in _FORMATS or _is_everyday(text, hit):
            continue
        is_new = bool(_NEW.search(text[max(0, hit.start() - 40) : hit.start()]))
        tech = Tech(
            name,
            hit["version"] or "",
            purpose["purpose"].strip() if purpose else "",
            is_new,
            hit.start(),
            hit.end(),
        )
        found.setdefault(name.lower(), tech)
    return list(found.values())
