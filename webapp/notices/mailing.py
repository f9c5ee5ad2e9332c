"""Notices by mail, as neutral as on a lock screen: a mail lies open on more desks than one."""

from __future__ import annotations

import ipaddress
import smtplib
import ssl
from contextlib import suppress
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Protocol

from flask_babel import force_locale
from flask_babel import gettext as _

from webapp.notices.answers import Answer
from webapp.notices.said import on_lock_screen
from webapp.store.inbox import Notice

ANSWERS_WITHIN_S = 10
PERMANENT = 500  # SMTP replies from here on are final (RFC 5321, 4.2.1)


class MailServer(Protocol):
    """Where mail is handed in; see settings."""

    host: str
    port: int
    sender: str
    site: str
    username: str
    password: str


def mail(notice: Notice, address: str, delivery_id: str, server: MailServer) -> Answer:
    """Hand a notice in for an address; what came of it. A delivery sent twice has one Message-ID.

    What a server refuses for good is given up. It is ill where it fails as a whole: before there is any mail,
    or with a reply that says later.
    """
    message = written(notice, address, delivery_id, server)
    try:
        line = smtplib.SMTP(server.host, server.port, timeout=ANSWERS_WITHIN_S)
        try:
            if not _is_here(server.host):
                line.starttls(context=ssl.create_default_context())
            if server.username:
                line.login(server.username, server.password)
            line.send_message(message)
        finally:
            _take_leave(line)
    except smtplib.SMTPRecipientsRefused as refused:
        [(code, _text), *_others] = refused.recipients.values()
        return Answer("refused" if code >= PERMANENT else "later", f"SMTP {code}")
    except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as fault:
        if fault.smtp_code >= PERMANENT:
            return Answer("refused", f"SMTP {fault.smtp_code}")
        return Answer("later", f"SMTP {fault.smtp_code}", ill=True)
    except smtplib.SMTPResponseException as fault:
        return Answer("later", f"SMTP {fault.smtp_code}", ill=True)
    except (smtplib.SMTPException, OSError) as fault:
        return Answer("later", type(fault).__name__, ill=True)
    return Answer("taken", "SMTP 250")


def _take_leave(line: smtplib.SMTP) -> None:
    """Say QUIT. Whatever is answered, what came of the mail stands (RFC 5321, 4.1.1.10)."""
    with suppress(smtplib.SMTPException, OSError):
        line.quit()
    line.close()


def written(notice: Notice, address: str, delivery_id: str, server: MailServer) -> EmailMessage:
    """The mail: the words of the lock screen, and where to read more."""
    message = EmailMessage()
    with force_locale(notice.account.language or "en"):
        said = on_lock_screen(notice)
        more = _("Sign in to read it: %(link)s", link=f"{server.site}/inbox/{notice.id}")
        off = f"{server.site}/inbox/settings/"
        why = _("You get this because you asked Rinkside for mail. Turn it off here: %(link)s", link=off)
    message["Subject"], message["From"], message["To"] = said.title, server.sender, address
    message["Date"] = format_datetime(notice.queued_at)
    message["Message-ID"] = f"<{delivery_id}@{server.site.partition('://')[2].partition(':')[0]}>"
    message["Auto-Submitted"] = "auto-generated"  # RFC 3834: nobody's absence answers it
    message.set_content(f"{said.body}\n\n{more}\n\n{why}\n")
    return message


def _is_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
