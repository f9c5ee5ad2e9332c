"""What is kept: the tables, the queries on them, and the migrations that make them.

Every table that belongs to a league carries `organisation_id`, and composite foreign keys keep rows of
different organisations from ever pointing at one another.
"""

from webapp.store.accounts import ROLES, TEAM_ROLES, Account, Membership
from webapp.store.appeals import Appeal
from webapp.store.attempts import Attempts
from webapp.store.calendar_links import CalendarLink
from webapp.store.call_log import FreeText, LoggedCall, RefusedCall
from webapp.store.competitions import Competition, RosterSpot, StaffSpot, TournamentGoalie
from webapp.store.database import db, new_id, writing
from webapp.store.deliveries import Delivery
from webapp.store.engine_decisions import EngineDecision
from webapp.store.epoch import Epoch, current_epoch
from webapp.store.game_codes import GameCode
from webapp.store.heads import DeviceHead, MovedNumber, RefusedNumber
from webapp.store.imposed import ImposedDecision, ImposedSuspension
from webapp.store.inbox import Notice
from webapp.store.issued import GameSheet, IssuedRuling
from webapp.store.notice_wishes import MailAddress, TurnedOff
from webapp.store.organisations import Organisation, Person, Team
from webapp.store.phones import Device, DeviceCode
from webapp.store.replays import Replay
from webapp.store.schedule import Assignment, Game, Rink
from webapp.store.subscriptions import PushSubscription
from webapp.store.suspension_decisions import SuspensionDecision
from webapp.store.to_rule_on import FailedRuling
from webapp.store.vapid_keys import VapidKey

__all__ = [
    "ROLES",
    "TEAM_ROLES",
    "Account",
    "Appeal",
    "Assignment",
    "Attempts",
    "CalendarLink",
    "Competition",
    "Delivery",
    "Device",
    "DeviceCode",
    "DeviceHead",
    "EngineDecision",
    "Epoch",
    "FailedRuling",
    "FreeText",
    "Game",
    "GameCode",
    "GameSheet",
    "ImposedDecision",
    "ImposedSuspension",
    "IssuedRuling",
    "LoggedCall",
    "MailAddress",
    "Membership",
    "MovedNumber",
    "Notice",
    "Organisation",
    "Person",
    "PushSubscription",
    "RefusedCall",
    "RefusedNumber",
    "Replay",
    "Rink",
    "RosterSpot",
    "StaffSpot",
    "SuspensionDecision",
    "Team",
    "TournamentGoalie",
    "TurnedOff",
    "VapidKey",
    "current_epoch",
    "db",
    "new_id",
    "writing",
]
