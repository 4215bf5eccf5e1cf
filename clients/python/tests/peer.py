"""An HTTP peer that answers each request as a test says, and breaks connections."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

Answer = Callable[[socket.socket], None]


@dataclass(frozen=True)
class Received:
    """A request as it came."""

    line: str
    headers: Mapping[str, str]
    body: Any
    closed_early: bool = field(default=False)


class Peer:
    """Answers the n-th request with the n-th of `answers`, and every later one with the last."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.received: list[Received] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = [self._listener]
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}/external/v1"

    @property
    def keys(self) -> list[str | None]:
        """The Idempotency-Key of each request."""
        return [request.headers.get("idempotency-key") for request in self.received]

    def __enter__(self) -> Peer:
        self._start(self._accept)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._lock:
            sockets = list(self._sockets)
        for each in sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        for thread in self._threads:
            thread.join(5)

    def _start(self, work: Callable[..., None], *arguments: Any) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self._sockets.append(connection)
            self._start(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, connection.makefile("rb") as stream:
                while (request := _read(stream)) is not None:
                    with self._lock:
                        index = len(self.received)
                        self.received.append(request)
                    self.answers[min(index, len(self.answers) - 1)](connection)
        except (OSError, ValueError):
            return


def _read(stream: Any) -> Received | None:
    line = stream.readline().decode().strip()
    if line == "":
        return None
    headers: dict[str, str] = {}
    while (header := stream.readline().decode().strip()) != "":
        name, _, value = header.partition(":")
        headers[name.lower()] = value.strip()
    body = stream.read(int(headers.get("content-length", "0")))
    return Received(line, headers, json.loads(body) if body else None)


def answer(
    status: int, body: Any, headers: Mapping[str, str] | None = None, *, kind: str = "application/json"
) -> Answer:
    """Answers with JSON, or with text as it is."""
    content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} Any", f"Content-Type: {kind}", f"Content-Length: {len(content)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]

    def send(connection: socket.socket) -> None:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + content)

    return send


def problem(
    status: int, code: str, *, retryable: bool, headers: Mapping[str, str] | None = None, **more: Any
) -> Answer:
    """Answers with a problem of the API."""
    body = {
        "type": f"https://docs.example/errors/{code}",
        "title": "Title",
        "status": status,
        "detail": "Detail",
        "code": code,
        "retryable": retryable,
        "traceId": "0af7651916cd43dd8448eb211c80319c",
        **more,
    }
    return answer(status, body, headers, kind="application/problem+json")


def batch(results: list[dict[str, Any]] | None = None, **more: Any) -> Answer:
    """Answers with the envelope of a batch."""
    return answer(200, envelope(results, **more))


def envelope(results: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    amounts = {"creditsCharged": 0, "creditsQuoted": 0, "creditsRemaining": 10, "dryRun": False}
    return {"results": [{"status": "not_found"}] if results is None else results, **amounts, **more}


def disconnect(connection: socket.socket) -> None:
    """Closes the connection without an answer."""
    connection.shutdown(socket.SHUT_RDWR)
    raise OSError("closed on purpose")


def cut_answer(connection: socket.socket) -> None:
    """Closes the connection in the middle of an answer."""
    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"results":[')
    disconnect(connection)


def silence(connection: socket.socket) -> None:
    """Never answers; returns when the client gives up."""
    connection.recv(1)
    raise OSError("the client has gone")


def drip(connection: socket.socket) -> None:
    """Sends an answer byte after byte, without an end."""
    stop = threading.Event()
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{")
    while not stop.wait(0.02):
        connection.sendall(b" ")
