"""One-time codes and tokens: each works once, for a while, and for an account that is not disabled."""

from datetime import UTC, datetime, timedelta

import pytest

from webapp.store import Device, DeviceCode, db
from webapp.store.phones import SIGN_IN_CODE_LIVES, device_with_token, issue_code, redeem_code, secret_hash

NOW = datetime(2026, 11, 28, 15, 0, tzinfo=UTC)


@pytest.fixture
def code(season):
    return issue_code(season.accounts["pat"], NOW, SIGN_IN_CODE_LIVES)


def test_a_code_works_once(season, code):
    assert redeem_code(code, NOW) is season.accounts["pat"]
    assert redeem_code(code, NOW) is None


def test_a_code_expires(code):
    assert redeem_code(code, NOW + SIGN_IN_CODE_LIVES) is None


def test_a_code_of_a_disabled_account_does_nothing(season, code):
    season.accounts["pat"].disabled_at = NOW
    assert redeem_code(code, NOW) is None


def test_a_code_is_kept_as_a_hash(code):
    kept = db.session.scalars(db.select(DeviceCode)).one()
    assert code not in (kept.code_hash, kept.id)


@pytest.mark.parametrize(
    "change",
    [
        {"expires_at": NOW},
        {"revoked_at": NOW - timedelta(days=1)},
        {"token_hash": secret_hash("another")},
    ],
)
def test_a_token_is_no_longer_good(season, change):
    fields = {"token_hash": secret_hash("token"), "expires_at": NOW + timedelta(days=1), **change}
    db.session.add(
        Device(id="phone", account_id=season.accounts["pat"].id, name="Phone", created_at=NOW, **fields)
    )
    assert device_with_token("token", NOW) is None


def test_a_token_finds_its_phone(season):
    db.session.add(
        Device(
            id="phone",
            account_id=season.accounts["pat"].id,
            name="Phone",
            created_at=NOW,
            token_hash=secret_hash("token"),
            expires_at=NOW + timedelta(days=1),
        )
    )
    assert device_with_token("token", NOW).id == "phone"
    season.accounts["pat"].disabled_at = NOW
    db.session.flush()
    assert device_with_token("token", NOW) is None
