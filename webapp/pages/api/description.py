"""What the API is, for tools."""

from flask import Response, jsonify

from webapp.calls.openapi import description


def openapi() -> Response:
    """The OpenAPI document."""
    return jsonify(description())
