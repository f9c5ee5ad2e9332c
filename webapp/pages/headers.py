"""Security headers of every answer, and no storing of pages that only one person may see."""

from flask import Flask, Response

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    )
)
_ALWAYS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # Flask-WTF compares the referrer over HTTPS
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_OVER_HTTPS = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}  # a year of seconds


def security_headers(https: bool) -> dict[str, str]:
    """What every answer carries, files included."""
    return _ALWAYS | _OVER_HTTPS if https else _ALWAYS


def init_app(app: Flask, https: bool) -> None:
    always = security_headers(https)

    @app.after_request
    def secure(response: Response) -> Response:
        for name, value in always.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        return response
