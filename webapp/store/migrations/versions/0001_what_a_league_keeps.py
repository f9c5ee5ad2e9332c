"""What a league keeps: people and teams, games and officials, the log and what the rules made of it.

The log is append-only, and the database says so on both dialects. The epoch of the new database is written.
"""

import uuid
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPEND_ONLY = "the log is append-only"
TRIGGERS = {
    "sqlite": [
        f"""CREATE TRIGGER logged_call_refuses_{act} BEFORE {act} ON logged_call
            BEGIN SELECT RAISE(ABORT, '{APPEND_ONLY}'); END"""
        for act in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        f"""CREATE FUNCTION refuse_to_change_the_log() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION '{APPEND_ONLY}'; END $$""",
        """CREATE TRIGGER logged_call_refuses_change BEFORE UPDATE OR DELETE ON logged_call
           FOR EACH ROW EXECUTE FUNCTION refuse_to_change_the_log()""",
        """CREATE TRIGGER logged_call_refuses_truncate BEFORE TRUNCATE ON logged_call
           FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_the_log()""",
    ],
}


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("username", sa.String(length=60), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=False),
        sa.Column("display_name", sa.String(length=120), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("disabled_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("username", name=op.f("uq_account_username")),
    )
    op.create_table(
        "epoch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.String(length=36), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_epoch_single_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_epoch")),
    )
    op.create_table(
        "organisation",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("slug", sa.String(length=60), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organisation")),
        sa.UniqueConstraint("slug", name=op.f("uq_organisation_slug")),
    )
    op.create_table(
        "competition",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("rulebook", sa.JSON(), nullable=False),
        sa.Column("rulebook_digest", sa.String(length=80), nullable=False),
        sa.Column("locked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("timezone", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_competition_organisation_id_organisation")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_competition")),
        sa.UniqueConstraint("id", "organisation_id", name=op.f("uq_competition_id_organisation_id")),
        sa.UniqueConstraint("organisation_id", "name", name=op.f("uq_competition_organisation_id_name")),
    )
    op.create_index(op.f("ix_competition_organisation_id"), "competition", ["organisation_id"], unique=False)

    op.create_table(
        "device",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_device_account_id_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_device_token_hash")),
    )
    op.create_index(op.f("ix_device_account_id"), "device", ["account_id"], unique=False)

    op.create_table(
        "device_code",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("purpose", sa.String(length=12), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("purpose IN ('sign_in', 'invitation')", name=op.f("ck_device_code_purpose")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_device_code_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device_code")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_device_code_code_hash")),
    )
    op.create_index(op.f("ix_device_code_account_id"), "device_code", ["account_id"], unique=False)

    op.create_table(
        "person",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_person_organisation_id_organisation")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("id", "organisation_id", name=op.f("uq_person_id_organisation_id")),
    )
    op.create_index(op.f("ix_person_organisation_id"), "person", ["organisation_id"], unique=False)

    op.create_table(
        "refused_call",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=200), nullable=True),
        sa.Column("call", sa.String(length=200), nullable=True),
        sa.Column("device", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=True),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("says", sa.Text(), nullable=False),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_refused_call_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_refused_call")),
    )
    op.create_table(
        "rink",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("timezone", sa.String(length=60), nullable=False),
        sa.Column("address", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_rink_organisation_id_organisation")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rink")),
        sa.UniqueConstraint("id", "organisation_id", name=op.f("uq_rink_id_organisation_id")),
        sa.UniqueConstraint("organisation_id", "name", name=op.f("uq_rink_organisation_id_name")),
    )
    op.create_index(op.f("ix_rink_organisation_id"), "rink", ["organisation_id"], unique=False)

    op.create_table(
        "team",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("key", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("colour", sa.String(length=8), nullable=False),
        sa.CheckConstraint(
            "colour IN ('red', 'blue', 'black', 'white', 'green', 'yellow', 'orange', 'purple', 'grey')",
            name=op.f("ck_team_colour"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_team_organisation_id_organisation")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_team")),
        sa.UniqueConstraint("id", "organisation_id", name=op.f("uq_team_id_organisation_id")),
        sa.UniqueConstraint("organisation_id", "key", name=op.f("uq_team_organisation_id_key")),
    )
    op.create_index(op.f("ix_team_organisation_id"), "team", ["organisation_id"], unique=False)

    op.create_table(
        "game",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("competition_id", sa.String(length=36), nullable=False),
        sa.Column("home_id", sa.String(length=36), nullable=False),
        sa.Column("away_id", sa.String(length=36), nullable=False),
        sa.Column("rink_id", sa.String(length=36), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("timing", sa.String(length=8), nullable=True),
        sa.Column("division", sa.String(length=40), nullable=True),
        sa.Column("venue", sa.String(length=8), nullable=True),
        sa.Column("starts_at_utc", sa.DateTime(timezone=True), nullable=False),
        sa.Column("starts_local", sa.String(length=16), nullable=False),
        sa.Column("timezone", sa.String(length=60), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.CheckConstraint(
            "stage IN ('season', 'round_robin', 'seeding', 'playoff', 'final')", name=op.f("ck_game_stage")
        ),
        sa.CheckConstraint(
            "status IN ('scheduled', 'in_play', 'ended', 'signed_off', 'abandoned', 'postponed', 'cancelled')",
            name=op.f("ck_game_status"),
        ),
        sa.CheckConstraint("timing IN ('stop', 'running')", name=op.f("ck_game_timing")),
        sa.CheckConstraint("venue IN ('rink', 'open')", name=op.f("ck_game_venue")),
        sa.CheckConstraint("home_id <> away_id", name=op.f("ck_game_two_teams")),
        sa.ForeignKeyConstraint(
            ["away_id", "organisation_id"],
            ["team.id", "team.organisation_id"],
            name=op.f("fk_game_away_id_team"),
        ),
        sa.ForeignKeyConstraint(
            ["competition_id", "organisation_id"],
            ["competition.id", "competition.organisation_id"],
            name=op.f("fk_game_competition_id_competition"),
        ),
        sa.ForeignKeyConstraint(
            ["home_id", "organisation_id"],
            ["team.id", "team.organisation_id"],
            name=op.f("fk_game_home_id_team"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_game_organisation_id_organisation")
        ),
        sa.ForeignKeyConstraint(
            ["rink_id", "organisation_id"],
            ["rink.id", "rink.organisation_id"],
            name=op.f("fk_game_rink_id_rink"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("competition_id", "sequence", name=op.f("uq_game_competition_id_sequence")),
        sa.UniqueConstraint("id", "organisation_id", name=op.f("uq_game_id_organisation_id")),
    )
    op.create_index(op.f("ix_game_away_id"), "game", ["away_id"], unique=False)
    op.create_index(op.f("ix_game_competition_id"), "game", ["competition_id"], unique=False)
    op.create_index(op.f("ix_game_home_id"), "game", ["home_id"], unique=False)
    op.create_index(op.f("ix_game_organisation_id"), "game", ["organisation_id"], unique=False)
    op.create_index(op.f("ix_game_starts_at_utc"), "game", ["starts_at_utc"], unique=False)

    op.create_table(
        "membership",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("team_id", sa.String(length=36), nullable=True),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(role IN ('captain', 'coach', 'manager')) = (team_id IS NOT NULL)",
            name=op.f("ck_membership_team_roles_name_a_team"),
        ),
        sa.CheckConstraint(
            "role IN ('director', 'referee', 'scorekeeper', 'captain', 'coach', 'manager')",
            name=op.f("ck_membership_role"),
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_membership_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_membership_organisation_id_organisation")
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "organisation_id"],
            ["team.id", "team.organisation_id"],
            name=op.f("fk_membership_team_id_team"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint(
            "account_id",
            "organisation_id",
            "role",
            "team_id",
            "starts_at",
            name=op.f("uq_membership_account_id_organisation_id_role_team_id_starts_at"),
        ),
    )
    op.create_index(op.f("ix_membership_account_id"), "membership", ["account_id"], unique=False)
    op.create_index(op.f("ix_membership_organisation_id"), "membership", ["organisation_id"], unique=False)
    op.create_index(op.f("ix_membership_team_id"), "membership", ["team_id"], unique=False)

    op.create_table(
        "roster_spot",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("competition_id", sa.String(length=36), nullable=False),
        sa.Column("team_id", sa.String(length=36), nullable=False),
        sa.Column("person_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.String(length=4), nullable=False),
        sa.Column("position", sa.String(length=8), nullable=False),
        sa.Column("gender", sa.String(length=10), nullable=True),
        sa.Column("role", sa.String(length=10), nullable=True),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date(), nullable=True),
        sa.CheckConstraint("gender IN ('woman', 'nonbinary', 'man')", name=op.f("ck_roster_spot_gender")),
        sa.CheckConstraint("position IN ('skater', 'goalie')", name=op.f("ck_roster_spot_position")),
        sa.CheckConstraint("role IN ('captain', 'alternate')", name=op.f("ck_roster_spot_role")),
        sa.ForeignKeyConstraint(
            ["competition_id", "organisation_id"],
            ["competition.id", "competition.organisation_id"],
            name=op.f("fk_roster_spot_competition_id_competition"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_roster_spot_organisation_id_organisation")
        ),
        sa.ForeignKeyConstraint(
            ["person_id", "organisation_id"],
            ["person.id", "person.organisation_id"],
            name=op.f("fk_roster_spot_person_id_person"),
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "organisation_id"],
            ["team.id", "team.organisation_id"],
            name=op.f("fk_roster_spot_team_id_team"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roster_spot")),
        sa.UniqueConstraint(
            "competition_id",
            "team_id",
            "person_id",
            "starts_on",
            name=op.f("uq_roster_spot_competition_id_team_id_person_id_starts_on"),
        ),
    )
    op.create_index(op.f("ix_roster_spot_competition_id"), "roster_spot", ["competition_id"], unique=False)
    op.create_index(op.f("ix_roster_spot_person_id"), "roster_spot", ["person_id"], unique=False)
    op.create_index(op.f("ix_roster_spot_team_id"), "roster_spot", ["team_id"], unique=False)

    op.create_table(
        "staff_spot",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("competition_id", sa.String(length=36), nullable=False),
        sa.Column("team_id", sa.String(length=36), nullable=False),
        sa.Column("person_id", sa.String(length=36), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date(), nullable=True),
        sa.CheckConstraint(
            "role IN ('coach', 'assistant', 'manager', 'trainer')", name=op.f("ck_staff_spot_role")
        ),
        sa.ForeignKeyConstraint(
            ["competition_id", "organisation_id"],
            ["competition.id", "competition.organisation_id"],
            name=op.f("fk_staff_spot_competition_id_competition"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_staff_spot_organisation_id_organisation")
        ),
        sa.ForeignKeyConstraint(
            ["person_id", "organisation_id"],
            ["person.id", "person.organisation_id"],
            name=op.f("fk_staff_spot_person_id_person"),
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "organisation_id"],
            ["team.id", "team.organisation_id"],
            name=op.f("fk_staff_spot_team_id_team"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_spot")),
        sa.UniqueConstraint(
            "competition_id",
            "team_id",
            "person_id",
            "starts_on",
            name=op.f("uq_staff_spot_competition_id_team_id_person_id_starts_on"),
        ),
    )
    op.create_index(op.f("ix_staff_spot_competition_id"), "staff_spot", ["competition_id"], unique=False)
    op.create_index(op.f("ix_staff_spot_person_id"), "staff_spot", ["person_id"], unique=False)
    op.create_index(op.f("ix_staff_spot_team_id"), "staff_spot", ["team_id"], unique=False)

    op.create_table(
        "tournament_goalie",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("competition_id", sa.String(length=36), nullable=False),
        sa.Column("person_id", sa.String(length=36), nullable=False),
        sa.Column("level", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id", "organisation_id"],
            ["competition.id", "competition.organisation_id"],
            name=op.f("fk_tournament_goalie_competition_id_competition"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisation.id"],
            name=op.f("fk_tournament_goalie_organisation_id_organisation"),
        ),
        sa.ForeignKeyConstraint(
            ["person_id", "organisation_id"],
            ["person.id", "person.organisation_id"],
            name=op.f("fk_tournament_goalie_person_id_person"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_goalie")),
        sa.UniqueConstraint(
            "competition_id", "person_id", name=op.f("uq_tournament_goalie_competition_id_person_id")
        ),
    )
    op.create_index(
        op.f("ix_tournament_goalie_competition_id"), "tournament_goalie", ["competition_id"], unique=False
    )
    op.create_index(op.f("ix_tournament_goalie_person_id"), "tournament_goalie", ["person_id"], unique=False)

    op.create_table(
        "assignment",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("duty", sa.String(length=12), nullable=False),
        sa.Column("head", sa.Boolean(), nullable=False),
        sa.Column("assigned_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("duty IN ('referee', 'scorekeeper')", name=op.f("ck_assignment_duty")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_assignment_account_id_account")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_assignment_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment")),
        sa.UniqueConstraint(
            "game_id", "account_id", "duty", name=op.f("uq_assignment_game_id_account_id_duty")
        ),
    )
    op.create_index(op.f("ix_assignment_account_id"), "assignment", ["account_id"], unique=False)
    op.create_index(op.f("ix_assignment_game_id"), "assignment", ["game_id"], unique=False)

    op.create_table(
        "device_head",
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("device", sa.String(length=36), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("heard_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_device_head_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "device", name=op.f("pk_device_head")),
    )
    op.create_table(
        "game_sheet",
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("etag", sa.String(length=80), nullable=False),
        sa.Column("sheet", sa.JSON(), nullable=False),
        sa.Column("carry", sa.JSON(), nullable=False),
        sa.Column("upto_seq", sa.Integer(), nullable=False),
        sa.Column("ruled_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stale_since", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_sheet_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_game_sheet")),
    )
    op.create_index(op.f("ix_game_sheet_stale_since"), "game_sheet", ["stale_since"])
    op.create_table(
        "issued_ruling",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=120), nullable=False),
        sa.Column("trigger", sa.String(length=36), nullable=False),
        sa.Column("ruling", sa.JSON(), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rejected_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_by_id", sa.String(length=36), nullable=True),
        sa.Column("decision_reason", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "confirmed_at IS NULL OR rejected_at IS NULL", name=op.f("ck_issued_ruling_decided_once")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by_id"], ["account.id"], name=op.f("fk_issued_ruling_decided_by_id_account")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_issued_ruling_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_issued_ruling")),
    )
    op.create_index(op.f("ix_issued_ruling_game_id"), "issued_ruling", ["game_id"], unique=False)
    op.create_index(
        "uq_issued_ruling_standing",
        "issued_ruling",
        ["game_id", "code", "subject", "trigger"],
        unique=True,
        sqlite_where=sa.text("withdrawn_at IS NULL"),
        postgresql_where=sa.text("withdrawn_at IS NULL"),
    )

    op.create_table(
        "logged_call",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=36), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("hlc", sa.String(length=24), nullable=False),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("content_hash", sa.String(length=80), nullable=False),
        sa.Column("result", sa.String(length=8), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=True),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("result IN ('accepted', 'held')", name=op.f("ck_logged_call_result")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_logged_call_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_logged_call")),
        sa.UniqueConstraint("game_id", "device", "n", name=op.f("uq_logged_call_game_id_device_n")),
        sa.UniqueConstraint("game_id", "seq", name=op.f("uq_logged_call_game_id_seq")),
    )
    op.create_table(
        "free_text",
        sa.Column("call_id", sa.String(length=36), nullable=False),
        sa.Column("pointer", sa.String(length=80), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("redacted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["call_id"], ["logged_call.id"], name=op.f("fk_free_text_call_id_logged_call")
        ),
        sa.PrimaryKeyConstraint("call_id", "pointer", name=op.f("pk_free_text")),
    )

    for trigger in TRIGGERS[op.get_context().dialect.name]:
        op.execute(trigger)
    epoch = sa.table(
        "epoch",
        sa.column("id", sa.Integer),
        sa.column("epoch", sa.String),
        sa.column("since", sa.DateTime(timezone=True)),
    )
    op.execute(epoch.insert().values(id=1, epoch=str(uuid.uuid4()), since=datetime.now(UTC)))


def downgrade() -> None:
    for table in (
        "free_text",
        "logged_call",
        "issued_ruling",
        "game_sheet",
        "device_head",
        "assignment",
        "tournament_goalie",
        "staff_spot",
        "roster_spot",
        "membership",
        "game",
        "team",
        "rink",
        "refused_call",
        "person",
        "device_code",
        "device",
        "competition",
        "organisation",
        "epoch",
        "account",
    ):
        op.drop_table(table)
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_to_change_the_log()")
