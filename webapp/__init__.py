"""Rinkside: referees log calls at the rink, the league's own rules answer at once.

Nothing is imported here, so that `webapp.rules` loads on a phone, without Flask.
"""
