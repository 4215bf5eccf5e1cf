"""What a client is made with."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from ._errors import ConfigurationError

KEY_VARIABLE = "PROSPECTING_API_KEY"
BASE_URL_VARIABLE = "PROSPECTING_BASE_URL"

DEFAULT_TIMEOUT = 30.0
DEFAULT_MAX_RETRIES = 4

_HEADER_SAFE = re.compile(r"[\x21-\x7e]+")


class Secret:
    """A text that no repr, log or traceback shows."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Returns the text."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(…)"


@dataclass(frozen=True)
class Settings:
    """The settings of a client."""

    key: Secret = field(repr=False)
    base_url: str
    timeout: float
    max_retries: int
    wait_for_rate_limit: bool


def read_settings(
    api_key: str | None, base_url: str | None, timeout: float, max_retries: int, wait_for_rate_limit: bool
) -> Settings:
    """Returns the settings, with the environment's key and address where none are given. Raises `ConfigurationError`
    for what cannot work, and never repeats the key in it.
    """
    key = (os.environ.get(KEY_VARIABLE, "") if api_key is None else api_key).strip()
    if key == "":
        raise ConfigurationError(f"There is no API key: pass api_key or set {KEY_VARIABLE}")
    if _HEADER_SAFE.fullmatch(key) is None:
        raise ConfigurationError("The API key contains characters that no API key has")
    url = (os.environ.get(BASE_URL_VARIABLE, "") if base_url is None else base_url).strip().rstrip("/")
    if url == "":
        raise ConfigurationError(f"There is no base URL: pass base_url or set {BASE_URL_VARIABLE}")
    if not _is_base_url(url):
        raise ConfigurationError(
            "base_url must be an https URL that ends in the version, such as /external/v1, without user, password, "
            "query or fragment; http is accepted for loopback and private addresses, names without a dot, and names "
            "under .local, .internal and .localhost"
        )
    if isinstance(max_retries, bool) or not isinstance(max_retries, int) or max_retries < 0:
        raise ConfigurationError("max_retries must be an integer of 0 or more")
    return Settings(Secret(key), url, checked_timeout(timeout), max_retries, wait_for_rate_limit)


def checked_timeout(timeout: float) -> float:
    """Returns a timeout in seconds. Raises `ConfigurationError` when it is not a positive number."""
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout < float("inf"):
        raise ConfigurationError("timeout must be a positive number of seconds")
    return float(timeout)


def _is_base_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        host = parts.hostname
        # Reading the port checks it.
        if not host or parts.port == 0 or parts.query or parts.fragment or "@" in parts.netloc:
            return False
        return parts.scheme == "https" or (parts.scheme == "http" and _is_nearby(host))
    except ValueError:
        return False


def _is_nearby(host: str) -> bool:
    """Returns True for hosts that no request reaches over the internet. Every request carries the key."""
    try:
        address = ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".local", ".internal", ".localhost"))
    return address.is_loopback or address.is_private
