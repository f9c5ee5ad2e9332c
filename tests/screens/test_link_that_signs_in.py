"""A link with a one-time code: who is signed in on the phone is asked before it signs in somebody else."""

import pytest
from playwright.sync_api import expect

from tests.screens.conftest import PASSWORD, Phone

pytestmark = pytest.mark.e2e


def code_of(phone: Phone, address: str, username: str) -> str:
    """A code that the sign-in page has made for somebody."""
    browser = phone.page.request
    form = browser.get(f"{address}/sign-in").text().split('name="csrf_token"', 1)[1]
    answer = browser.post(
        f"{address}/sign-in",
        form={
            "username": username,
            "password": PASSWORD,
            "csrf_token": form.split('value="', 1)[1].split('"', 1)[0],
        },
        max_redirects=0,
    )
    return answer.headers["location"].rsplit("/", 1)[1]


def test_the_link_signs_nobody_else_in_unless_they_say_so(phone: Phone, address: str) -> None:
    code = code_of(phone, address, "sam")
    phone.page.goto(f"{address}/rink/#/welcome/{code}")
    expect(phone.page.get_by_role("main")).to_contain_text("Pat")
    assert phone.faults() == []
    phone.tap("Stay Pat Reyes", within="main")
    expect(phone.page.get_by_role("heading", name="My games")).to_be_visible()
    phone.page.goto(f"{address}/rink/#/welcome/{code}")
    phone.tap("Sign in by the link", within="main")
    expect(phone.page.get_by_role("heading", name="My games")).to_be_visible()
    phone.page.goto(f"{address}/rink/#/welcome/used")
    expect(phone.page.get_by_role("main")).to_contain_text("Sam")
