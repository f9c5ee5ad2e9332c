"""The body of a request as it streams in: JSON, gzipped or not, never more in memory than is allowed."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import TypeVar

from flask import request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from webapp.calls.answer_schema import MOST_BYTES
from webapp.calls.envelope import Malformed
from webapp.store import db

PIECE = 16 * 1024  # bytes read at a time
GZIP = 31  # window bits: zlib is to expect gzip's header
Request = TypeVar("Request")


def read(understand: Callable[[bytes], Request]) -> Request:
    """What `understand` makes of the body.

    Raises BadRequest, UnsupportedMediaType, and RequestEntityTooLarge where its decompressed bytes pass
    the limit. Ends the transaction first: a phone on a bad line must not hold a lock while it sends.
    """
    db.session.rollback()
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("Send JSON, as application/json.")
    try:
        return understand(_bytes())
    except Malformed as fault:
        raise BadRequest(str(fault)) from None


def _bytes() -> bytes:
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding == "identity":
        return _within_limit(_pieces())
    if encoding == "gzip":
        return _within_limit(_decompressed(_pieces()))
    raise UnsupportedMediaType("Content-Encoding may be gzip, or left out.")


def _pieces() -> Iterator[bytes]:
    """What comes over the line, which may not pass the limit either."""
    sent = 0
    while piece := request.stream.read(PIECE):
        sent += len(piece)
        if sent > MOST_BYTES:
            raise too_large()
        yield piece


def _decompressed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Decompresses no more at a time than a piece, so that a few bytes cannot swell to fill the memory."""
    inflating = zlib.decompressobj(GZIP)
    try:
        for piece in pieces:
            while piece:
                if inflating.eof:
                    raise BadRequest("There is something after the end of the gzipped body.")
                yield inflating.decompress(piece, PIECE)
                piece = inflating.unconsumed_tail or inflating.unused_data
    except zlib.error:
        raise BadRequest("The body is not gzip, though Content-Encoding says so.") from None
    if not inflating.eof:
        raise BadRequest("The gzipped body breaks off.")


def _within_limit(pieces: Iterator[bytes]) -> bytes:
    body = bytearray()
    for piece in pieces:
        body += piece
        if len(body) > MOST_BYTES:
            raise too_large()
    return bytes(body)


def too_large() -> RequestEntityTooLarge:
    return RequestEntityTooLarge("At most 100 calls and 256 KiB at a time, decompressed. Send half of it.")
