"""NUL, which PostgreSQL keeps in no text, is told to whoever sends it, wherever it stands."""

import pytest

from tests.simulated_phone import Phone, over_wsgi


@pytest.mark.parametrize("more", [{"heads": {"game\x001": 1}}, {"epoch": "\x00"}])
def test_a_push_that_holds_it_is_not_understood(pat, more):
    assert pat.post("/api/v1/sync", pat.batch([], **more)).status == 400


@pytest.mark.parametrize("more", [{"name": "\x00"}, {"username": "pat\x00"}])
def test_a_sign_in_that_holds_it_is_not_understood(app, more):
    nobody = Phone.__new__(Phone)
    nobody.send = over_wsgi(app)
    asked = {"device": "a-phone", "name": "x", "username": "pat", "password": "x", **more}
    assert nobody.post("/api/v1/devices", asked, {}).status == 400


def test_no_game_is_called_so(pat):
    assert pat.get("/api/v1/games/%00/calls").status == 404
