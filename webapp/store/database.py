"""The database: one session per request, UTC times, and transactions that lock before they read.

SQLite's driver begins transactions late, so that two threads that read and then write fail each other.
Here every transaction begins with BEGIN IMMEDIATE, except in a request that only reads (GET, HEAD,
OPTIONS): that one sees the database as it was at one moment, and is refused a write in it. A handler that
has to write while it answers a GET calls `writing()` first.
"""

import functools
import secrets
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import g, has_app_context, has_request_context, request
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import CheckConstraint, DateTime, Engine, ForeignKeyConstraint, MetaData, Select, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.orm import DeclarativeBase, registry
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeDecorator

READS_ONLY = frozenset({"GET", "HEAD", "OPTIONS"})
WAITS_MS = 15_000  # for another writer to commit, or to let go of a row
CONNECTS_WITHIN_S = 10


class UtcDateTime(TypeDecorator[datetime]):
    """A moment, stored as UTC. A naive datetime is a bug of ours and is refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


_metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Base(DeclarativeBase):
    registry = registry(metadata=_metadata, type_annotation_map={datetime: UtcDateTime})


def as_json(value: Any) -> str:
    """As it is written into a column of JSON."""
    return msgspec.json.encode(value).decode()


db = SQLAlchemy(
    model_class=Base,
    engine_options={"json_serializer": as_json, "json_deserializer": msgspec.json.decode},
)


def new_id() -> str:
    """A UUIDv7: 48 bits of milliseconds, then chance, so that rows made later sort later."""
    chance = secrets.randbits(74)
    bits = (time.time_ns() // 1_000_000) << 80 | 0x7 << 76 | chance >> 62 << 64
    return str(uuid.UUID(int=bits | 0b10 << 62 | chance & (1 << 62) - 1))


def one_of(column: str, values: tuple[str, ...]) -> CheckConstraint:
    """A check that a column holds one of `values`."""
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def same_organisation(column: str, table: str) -> ForeignKeyConstraint:
    """A foreign key that also holds both rows to one organisation."""
    return ForeignKeyConstraint([column, "organisation_id"], [f"{table}.id", f"{table}.organisation_id"])


def writing() -> None:
    """Let this request write from here on, though it is a GET. What was read before is read again."""
    g.writes = True
    db.session.rollback()


@contextmanager
def reading() -> Iterator[None]:
    """Read in here in a transaction of its own that waits for no writer, whatever the request goes on to do.

    What was read is read again by whoever uses it afterwards; in a request that only reads it is still good.
    """
    if _reads_only():
        yield
        return
    db.session.rollback()
    g.reads = True
    try:
        yield
    finally:
        db.session.rollback()
        g.reads = False


def for_update(rows: Select[Any], of: type[Base] | None = None) -> Select[Any]:
    """The rows, locked until the transaction ends, so that what is read of them is what is changed.

    A row that points at a locked one can still be added: PostgreSQL would otherwise have two pushes wait for
    each other that tell of one another's games. SQLite has no row locks and needs none.
    """
    return rows.with_for_update(of=of, key_share=True)


def locks_rows() -> bool:
    """Whether the database locks row by row, or has one writer at a time."""
    return db.engine.dialect.name == "postgresql"


def insert(table: type[Base]) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that can say what to do where the row is there already."""
    dialect = postgresql if db.engine.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)


def insert_all(table: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all name the same columns. What stands in each of them is made ready once."""
    if not rows:
        return
    connection = db.session.connection()
    statement, ready = _insertion(table.__table__, tuple(rows[0]), connection.dialect)
    columns = {name: _made_ready([row[name] for row in rows], ready[name]) for name in rows[0]}
    if statement.positional:
        made: list[Any] = list(zip(*(columns[name] for name in statement.positiontup or ()), strict=True))
    else:
        made = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    connection.exec_driver_sql(str(statement), made)


@functools.lru_cache
def _insertion(
    table: Table, names: tuple[str, ...], dialect: Dialect
) -> tuple[SQLCompiler, dict[str, Callable[[Any], Any] | None]]:
    """The INSERT of these columns, and by column what makes a value ready for the database."""
    statement = table.insert().compile(dialect=dialect, column_keys=list(names))
    return statement, {
        name: table.c[name].type.dialect_impl(dialect).bind_processor(dialect) for name in names
    }


def _made_ready(values: list[Any], process: Callable[[Any], Any] | None) -> list[Any]:
    if process is None:
        return values
    if all(value is values[0] for value in values):
        return [process(values[0])] * len(values)
    return list(map(process, values))


def _reads_only() -> bool:
    if not has_app_context():
        return False
    asked_to_read = has_request_context() and request.method in READS_ONLY and not g.get("writes", False)
    return asked_to_read or g.get("reads", False)


def _on_sqlite(connection, _record) -> None:
    connection.isolation_level = None  # transactions begin where `_on_begin` says, not later
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "recursive_triggers = ON",  # so that REPLACE cannot delete past the triggers of the log
        f"busy_timeout = {WAITS_MS}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _on_postgresql(connection, _record) -> None:
    """Wait as long as on SQLite, and have a commit on the disk before it is told, whatever others here do."""
    connection.autocommit = True
    connection.execute("SELECT set_config('lock_timeout', %s, false)", [str(WAITS_MS)])
    if connection.execute("SHOW synchronous_commit").fetchone() == ("off",):
        connection.execute("SET synchronous_commit = on")
    connection.autocommit = False


def _on_begin(connection: Connection) -> None:
    reads = _reads_only()
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA query_only = {'ON' if reads else 'OFF'}")
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
    elif reads:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def _on_commit(connection: Connection) -> None:
    """SQLite takes a transaction back by itself where the disk is full, and then lets COMMIT pass."""
    if connection.dialect.name == "sqlite" and not connection.connection.in_transaction:
        raise RuntimeError("SQLite has taken the transaction back: nothing of it is committed")


def engine_options(url: str) -> dict[str, Any]:
    """What SQLAlchemy is to know of a database beside its URL: there are as many connections as threads."""
    options: dict[str, Any] = {"max_overflow": -1}
    if url.startswith("postgresql"):
        options["connect_args"] = {"connect_timeout": CONNECTS_WITHIN_S}
    return options


def prepare(engine: Engine) -> None:
    """Give an engine the transactions described above. Once per engine."""
    event.listen(engine, "connect", _on_sqlite if engine.dialect.name == "sqlite" else _on_postgresql)
    event.listen(engine, "begin", _on_begin)
    event.listen(engine, "commit", _on_commit)
