"""Reads the rate headers, which are lists of RFC 9651 such as `"overall";r=59;t=31, "search";r=19;t=31`."""

from __future__ import annotations

import re

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_MEMBER = re.compile(rf"(?:{_QUOTED}|[^,\"])+")
_NAME = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([A-Za-z*][\w*:/.-]*))\s*(.*)', re.DOTALL)
_PARAMETER = re.compile(r";\s*([a-z*][a-z0-9_.*-]*)\s*=\s*(-?\d{1,15})(?=\s*(?:;|$))")


def read_list(text: str) -> dict[str, dict[str, int]]:
    """Returns the integer parameters of each member by its name. Skips what it cannot read: a header that a proxy
    spoiled must not fail a call.
    """
    members: dict[str, dict[str, int]] = {}
    for member in _MEMBER.findall(text):
        found = _NAME.match(member)
        if found is None:
            continue
        quoted, token, parameters = found.groups()
        name = token if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        members[name] = {key: int(value) for key, value in _PARAMETER.findall(parameters)}
    return members
