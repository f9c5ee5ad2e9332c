"""A director makes a code for a substitute on a phone, sees it at once, and takes it back."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.captains import Office

pytestmark = pytest.mark.e2e


def test_a_code_is_in_sight_once_it_is_made_and_its_buttons_stand_apart(handset):
    lee = Office(handset("lee's"))
    lee.sign_in("lee")
    substitutes = lee.page.locator("details").filter(has_text="Substitute official").last
    substitutes.locator("summary").tap()
    substitutes.get_by_role("button", name="Make a code").tap()
    made = lee.page.get_by_role("status")
    expect(made).to_contain_text(re.compile(r"[2-9A-Z]{4}-[2-9A-Z]{4}"))
    expect(made).to_be_in_viewport()
    take_back = lee.page.get_by_role("button", name="Take back that code")
    boxes = [one.bounding_box() for one in (made, substitutes.get_by_role("button").first, take_back)]
    for above, below in itertools.pairwise(boxes):
        assert below["y"] - (above["y"] + above["height"]) >= 8
    take_back.tap()
    expect(lee.page.get_by_role("heading", name="Today")).to_be_visible()
    expect(take_back).to_have_count(0)
