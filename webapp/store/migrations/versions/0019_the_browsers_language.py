"""An account whose language nobody chose reads the browser's: English, which each was given, was no choice."""

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _anew("", "NULLIF(language, 'en')")


def downgrade() -> None:
    _anew(" DEFAULT 'en' NOT NULL", "COALESCE(language, 'en')")


def _anew(kind: str, kept: str) -> None:
    """Column by column: SQLite would make the table anew, and the rows that name an account would go with it."""
    op.execute(f"ALTER TABLE account ADD COLUMN chosen VARCHAR(8){kind}")
    op.execute(f"UPDATE account SET chosen = {kept}")
    op.execute("ALTER TABLE account DROP COLUMN language")
    op.execute("ALTER TABLE account RENAME COLUMN chosen TO language")
