"""Settings: no unsafe default, and every fault at once."""

from pathlib import Path

import pytest

from tests.conftest import SECRET
from webapp.settings import EXAMPLE, SettingsFault, read


def test_every_fault_is_told_at_once():
    with pytest.raises(SettingsFault) as faults:
        read({"RINKSIDE_HTTPS": "1", "DATABASE_URL": "mysql://x", "RINKSIDE_PROXIES": "some"})
    assert [line.split(":")[0] for line in str(faults.value).splitlines()] == [
        "not understood",
        "not set",
        "not understood",
    ]
    assert "RINKSIDE_SECRET_KEY" in str(faults.value)


@pytest.mark.parametrize(
    "environment",
    [{"RINKSIDE_HTTPS": "yes"}, {"RINKSIDE_RETIRE_WORKER": "true"}, {"RINKSIDE_SECRET_KEY": "short"}],
)
def test_a_fault_stops_the_start(environment, tmp_path):
    with pytest.raises(SettingsFault):
        read({"RINKSIDE_INSTANCE": str(tmp_path), **environment})


def test_a_development_machine_keeps_its_secret(tmp_path):
    first = read({"RINKSIDE_INSTANCE": str(tmp_path)})
    assert read({"RINKSIDE_INSTANCE": str(tmp_path)}) == first
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert first.database_url == f"sqlite:///{tmp_path / 'rinkside.sqlite'}"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_goes_through_psycopg(scheme):
    settings = read({"RINKSIDE_SECRET_KEY": SECRET, "DATABASE_URL": f"{scheme}://host/name"})
    assert settings.database_url == "postgresql+psycopg://host/name"


def test_the_example_is_a_start_once_its_secret_is_set():
    lines = (Path(__file__).parents[2] / EXAMPLE).read_text().splitlines()
    example = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    with pytest.raises(SettingsFault, match="not set: RINKSIDE_SECRET_KEY"):
        read(example)
    settings = read({**example, "RINKSIDE_SECRET_KEY": SECRET, "DATABASE_URL": "sqlite://"})
    assert (settings.https, settings.proxies) == (True, 1)


def test_the_worker_is_retired_only_where_that_is_asked_for(tmp_path):
    environment = {"RINKSIDE_INSTANCE": str(tmp_path)}
    assert not read(environment).retire_worker
    assert read(environment | {"RINKSIDE_RETIRE_WORKER": "1"}).retire_worker
