"""Client of the Prospecting data service: match Nordic organizations and people, and reveal them for credits."""

from ._async.chunks import AsyncChunks
from ._async.client import AsyncProspecting
from ._async.contacts import AsyncContacts
from ._async.quotes import AsyncQuote
from ._chunking import Chunk
from ._errors import (
    ApiError,
    BudgetExceededError,
    ConfigurationError,
    ConnectionError,
    NotMatchedError,
    ProspectingError,
    TimeoutError,
)
from ._generated import errors as _codes
from ._generated import models as _models
from ._generated import requests as _requests
from ._generated.errors import *  # noqa: F403
from ._generated.models import *  # noqa: F403
from ._generated.requests import *  # noqa: F403
from ._model import Model
from ._progress import FileProgress, MemoryProgress, Progress, ProgressStore, UnderWay
from ._records import to_records
from ._state import RateLimit, State
from ._sync.chunks import Chunks
from ._sync.client import Prospecting
from ._sync.contacts import Contacts
from ._sync.quotes import Quote
from ._version import VERSION

__all__ = [
    "VERSION",
    "ApiError",
    "AsyncChunks",
    "AsyncContacts",
    "AsyncProspecting",
    "AsyncQuote",
    "BudgetExceededError",
    "Chunk",
    "Chunks",
    "ConfigurationError",
    "ConnectionError",
    "Contacts",
    "FileProgress",
    "MemoryProgress",
    "Model",
    "NotMatchedError",
    "Progress",
    "ProgressStore",
    "Prospecting",
    "ProspectingError",
    "Quote",
    "RateLimit",
    "State",
    "TimeoutError",
    "UnderWay",
    "to_records",
]
__all__ += _codes.__all__
__all__ += _models.__all__
__all__ += _requests.__all__
