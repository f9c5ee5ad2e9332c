"""Notices by mail: to whom asked for it, handed in once, as neutral as on a lock screen."""

import email
import socketserver
import threading
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from webapp.courier import Courier
from webapp.notices import queueing
from webapp.settings import EXAMPLE, MailServer, Settings, SettingsFault, read
from webapp.store import Delivery, Person, db
from webapp.store.notice_wishes import NoAddress, address_of, set_address


class Mailroom(socketserver.StreamRequestHandler):
    """As much of SMTP as it takes to hand something in (RFC 5321)."""

    def handle(self) -> None:
        room = self.server
        self.say("220 mail.example.org")
        while line := self.rfile.readline().decode().strip():
            verb = line.split(maxsplit=1)[0].upper()
            if verb == "DATA":
                self.say("354 go on")
                lines = []
                while (text := self.rfile.readline()) != b".\r\n":
                    lines.append(text)
                room.taken.append(email.message_from_bytes(b"".join(lines)))
            if verb == "RCPT" and room.answers:
                self.say(room.answers.pop(0))
            elif verb == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok")

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@pytest.fixture
def room():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mailroom) as server:
        server.daemon_threads = True
        server.taken, server.answers = [], []
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def send(app, season, room):
    """Tell the teams of a game that is late, and send what is due; what became of it, in order."""
    server = MailServer("127.0.0.1", room.server_address[1], "rinkside@example.org", "https://r.example.org")

    def sent(mail=server, tells=True):
        if tells:
            queueing.of_schedule(season.games[0], datetime.now(UTC), 10)
        db.session.execute(update(Delivery).values(next_try_at=datetime.now(UTC) - timedelta(hours=1)))
        db.session.commit()
        courier = Courier(app, Settings("x" * 40, "", testing=True, mail=mail))
        worker = threading.Thread(target=courier.run, args=(True,))
        worker.start()
        worker.join()
        return db.session.execute(select(Delivery.state, Delivery.said).order_by(Delivery.id)).all()

    set_address(season.accounts["casey"].id, "casey@example.org")
    db.session.commit()
    return sent


def test_reaches_the_address_once_and_names_nobody(send, room, season):
    assert send() == [("sent", "SMTP 250")]
    assert send(tells=False) == [("sent", "SMTP 250")]
    [mail] = room.taken
    assert (mail["To"], mail["From"]) == ("casey@example.org", "rinkside@example.org")
    assert mail["Auto-Submitted"] == "auto-generated"
    text = mail.get_payload(decode=True).decode()
    assert "https://r.example.org/inbox/" in text
    assert not [name for name in db.session.scalars(select(Person.name)) if name in text + mail["Subject"]]


def test_is_tried_again_where_the_server_says_later_and_has_one_message_id(send, room):
    room.answers.append("451 busy")
    assert send() == [("queued", "SMTP 451")]
    assert send(tells=False) == [("sent", "SMTP 250")]
    delivery = db.session.scalars(select(Delivery)).one()
    assert room.taken[0]["Message-ID"] == f"<{delivery.id}@r.example.org>"


def test_is_given_up_where_nobody_lives_there(send, room):
    room.answers.append("550 no such person")
    assert send() == [("given_up", "SMTP 550")]
    assert room.taken == []


def test_is_given_up_where_no_mail_server_is_set(send, room):
    assert send(mail=None) == [("given_up", "no mail server is set")]


@pytest.mark.parametrize(
    "address", ["casey", "casey@", "@example.org", "a b@example.org", "a@example", "a@b.org\r\nBcc: x@y.org"]
)
def test_what_is_no_address_is_not_kept(season, address):
    casey = season.accounts["casey"].id
    with pytest.raises(NoAddress):
        set_address(casey, address)
    set_address(casey, "casey@example.org")
    set_address(casey, None)
    assert address_of(casey) is None


def test_mail_is_set_up_whole_or_not_at_all(tmp_path):
    here = {"RINKSIDE_INSTANCE": str(tmp_path)}
    assert read(here).mail is None
    with pytest.raises(SettingsFault) as faults:
        read({**here, "RINKSIDE_SMTP": "mail.example.org:x", "RINKSIDE_PUSH_ORIGINS": "push.example.org"})
    assert len(str(faults.value).splitlines()) == 4
    assert EXAMPLE in str(faults.value)
    whole = {"RINKSIDE_SMTP": "mail.example.org", "RINKSIDE_MAIL_FROM": "r@example.org"}
    found = read({**here, **whole, "RINKSIDE_URL": "https://r.example.org/"}).mail
    assert found == MailServer("mail.example.org", 587, "r@example.org", "https://r.example.org")
