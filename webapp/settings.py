"""Settings: read once from the environment, without an unsafe default, all faults at once."""

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

EXAMPLE = "deploy/rinkside.env.example"
SECRET_LENGTH = 32  # characters, at least
ORIGIN = re.compile(r"https?://(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::[0-9]{1,5})?")
SUBMISSION = 587  # the port for mail that is handed in (RFC 6409)


class SettingsFault(Exception):
    """The settings do not allow a start. One line a fault."""


@dataclass(frozen=True)
class MailServer:
    """Where mail is handed in by SMTP, over TLS unless it is this machine. `site`: our own address."""

    host: str
    port: int
    sender: str
    site: str
    username: str = ""
    password: str = ""


@dataclass(frozen=True)
class Settings:
    """What an installation may set. `https`: served over TLS, behind `proxies` proxies of our own.

    `retire_worker`: every phone lets go of the app's files and loads them from the network. `push_origins`:
    where notices may be pushed to beside the known push services. `mail`: a server that takes mail, none
    where nothing is mailed.
    """

    secret_key: str
    database_url: str
    https: bool = False
    proxies: int = 0
    testing: bool = False
    retire_worker: bool = False
    push_origins: frozenset[str] = frozenset()
    mail: MailServer | None = None


def read(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of the environment; raises SettingsFault naming every fault.

    Without HTTPS this is a development machine: database and a secret made once live in the instance folder.
    """
    environment = os.environ if environment is None else environment
    faults: list[str] = []
    https = _yes_or_no(environment, "RINKSIDE_HTTPS", faults)
    retire_worker = _yes_or_no(environment, "RINKSIDE_RETIRE_WORKER", faults)
    proxies = _count(environment, "RINKSIDE_PROXIES", faults)
    push_origins = _origins(environment, "RINKSIDE_PUSH_ORIGINS", faults)
    mail = _mail_server(environment, faults)
    instance = Path(environment.get("RINKSIDE_INSTANCE") or "instance").resolve()

    secret_key = environment.get("RINKSIDE_SECRET_KEY", "")
    if not secret_key and https:
        faults.append(f"not set: RINKSIDE_SECRET_KEY (see {EXAMPLE})")
    elif secret_key and len(secret_key) < SECRET_LENGTH:
        faults.append(f"too short: RINKSIDE_SECRET_KEY has {len(secret_key)} characters, not {SECRET_LENGTH}")

    database_url = environment.get("DATABASE_URL", "")
    if database_url and not database_url.startswith(
        ("sqlite:", "postgresql:", "postgresql+psycopg:", "postgres:")
    ):
        faults.append("not understood: DATABASE_URL is neither sqlite: nor postgresql:")
    if faults:
        raise SettingsFault("\n".join(faults))

    if not secret_key or not database_url:
        instance.mkdir(parents=True, exist_ok=True)
    return Settings(
        secret_key=secret_key or _kept_secret(instance / "secret_key"),
        database_url=with_driver(database_url or f"sqlite:///{instance / 'rinkside.sqlite'}"),
        https=https,
        proxies=proxies,
        retire_worker=retire_worker,
        push_origins=push_origins,
        mail=mail,
    )


def with_driver(url: str) -> str:
    """A database's URL that names psycopg where it is PostgreSQL and names no driver."""
    for scheme in ("postgresql://", "postgres://"):
        if url.startswith(scheme):
            return "postgresql+psycopg://" + url.removeprefix(scheme)
    return url


def _yes_or_no(environment: Mapping[str, str], name: str, faults: list[str]) -> bool:
    value = environment.get(name, "")
    if value not in ("", "0", "1"):
        faults.append(f"not understood: {name} is {value!r}, not 0 or 1")
    return value == "1"


def _count(environment: Mapping[str, str], name: str, faults: list[str]) -> int:
    value = environment.get(name, "") or "0"
    if not (value.isascii() and value.isdigit()):
        faults.append(f"not understood: {name} is {value!r}, not a number")
        return 0
    return int(value)


def _origins(environment: Mapping[str, str], name: str, faults: list[str]) -> frozenset[str]:
    """Origins, `https://push.example.org` or `http://127.0.0.1:9000`, with commas between."""
    given = [one.strip().lower() for one in environment.get(name, "").split(",") if one.strip()]
    for one in given:
        if not ORIGIN.fullmatch(one):
            faults.append(f"not understood: {name} has {one!r}, no origin such as https://push.example.org")
    return frozenset(given)


def _mail_server(environment: Mapping[str, str], faults: list[str]) -> MailServer | None:
    """All of it or nothing: RINKSIDE_SMTP is `host` or `host:port`."""
    host, _, port = environment.get("RINKSIDE_SMTP", "").partition(":")
    if not host:
        return None
    for name in ("RINKSIDE_MAIL_FROM", "RINKSIDE_URL"):
        if not environment.get(name):
            faults.append(f"not set: {name}, which RINKSIDE_SMTP needs (see {EXAMPLE})")
    site = environment.get("RINKSIDE_URL", "").rstrip("/").lower()
    if site and not ORIGIN.fullmatch(site):
        faults.append(
            f"not understood: RINKSIDE_URL is {site!r}, no origin such as https://rinkside.example.org"
        )
    if port and not (port.isascii() and port.isdigit()):
        faults.append(f"not understood: RINKSIDE_SMTP has port {port!r}, not a number")
        port = ""
    return MailServer(
        host,
        int(port or SUBMISSION),
        environment.get("RINKSIDE_MAIL_FROM", ""),
        site,
        environment.get("RINKSIDE_SMTP_USER", ""),
        environment.get("RINKSIDE_SMTP_PASSWORD", ""),
    )


def _kept_secret(path: Path) -> str:
    """The secret of a development machine, made on the first start and readable by its owner alone."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        secret = secrets.token_urlsafe(48)
        file.write(secret)
    return secret
