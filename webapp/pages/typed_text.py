"""What somebody has typed into a form, as far as a person can read it."""

from unicodedata import category

from flask_babel import lazy_gettext as _
from wtforms import Form, StringField
from wtforms.validators import ValidationError

UNREADABLE = _("Leave out the characters that cannot be seen.")


def is_readable(text: str) -> bool:
    """Whether it holds no control character: PostgreSQL keeps no NUL, and nobody types the others."""
    return all(category(character) != "Cc" for character in text)


def readable(form: Form, field: StringField) -> None:
    """A validator for a field of a form."""
    if not is_readable(field.data or ""):
        raise ValidationError(UNREADABLE)
