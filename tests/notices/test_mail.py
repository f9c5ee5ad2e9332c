"""Notices by mail: to whom asked for it, handed in once, as neutral as on a lock screen."""

import email
import socketserver
import threading
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from webapp.courier import Courier
from webapp.notices import queueing
from webapp.notices.answers import Answer
from webapp.notices.mailing import mail
from webapp.settings import EXAMPLE, MailServer, Settings, SettingsFault, read
from webapp.store import Delivery, Notice, Person, db
from webapp.store.notice_wishes import NoAddress, address_of, set_address


class Mailroom(socketserver.StreamRequestHandler):
    """As much of SMTP as it takes to hand something in (RFC 5321).

    `answers`: what it says next to a verb, or on CONNECT, where that is not what it says to all.
    """

    def handle(self) -> None:
        room = self.server
        self.say(room.answers.pop("CONNECT", "220 mail.example.org"))
        while line := self.rfile.readline().decode().strip():
            verb = line.split(maxsplit=1)[0].upper()
            if verb in room.answers:
                self.say(room.answers.pop(verb))
                continue
            if verb == "DATA":
                self.say("354 go on")
                lines = []
                while (text := self.rfile.readline()) != b".\r\n":
                    lines.append(text.removeprefix(b"."))  # RFC 5321, 4.5.2
                room.taken.append(email.message_from_bytes(b"".join(lines)))
            if verb == "QUIT":
                self.say("221 bye")
                return
            self.say("250 ok")

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@pytest.fixture
def room():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mailroom) as server:
        server.daemon_threads = True
        server.taken, server.answers = [], {}
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def server(room):
    return MailServer("127.0.0.1", room.server_address[1], "rinkside@example.org", "https://r.example.org")


@pytest.fixture
def send(app, season, server):
    """Tell the teams of a game that is late, and send what is due; what became of it, in order."""

    def sent(handed_to=server, tells=True):
        if tells:
            queueing.of_schedule(season.games[0], datetime.now(UTC), 10)
        db.session.execute(update(Delivery).values(next_try_at=datetime.now(UTC) - timedelta(hours=1)))
        db.session.commit()
        courier = Courier(app, Settings("x" * 40, "", testing=True, mail=handed_to))
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
    [found] = room.taken
    assert (found["To"], found["From"]) == ("casey@example.org", "rinkside@example.org")
    assert found["Auto-Submitted"] == "auto-generated"
    text = found.get_payload(decode=True).decode()
    assert "https://r.example.org/inbox/" in text
    assert "Turn it off here: https://r.example.org/inbox/settings/" in text
    assert not [name for name in db.session.scalars(select(Person.name)) if name in text + found["Subject"]]


def test_is_tried_again_where_the_server_says_later_and_has_one_message_id(send, room):
    room.answers["RCPT"] = "451 busy"
    assert send() == [("queued", "SMTP 451")]
    assert send(tells=False) == [("sent", "SMTP 250")]
    delivery = db.session.scalars(select(Delivery)).one()
    assert room.taken[0]["Message-ID"] == f"<{delivery.id}@r.example.org>"


@pytest.mark.parametrize("parting", ["421 idle for too long", "", "500 what"])
def test_what_was_taken_is_not_sent_again_whatever_the_server_says_in_parting(send, room, parting):
    room.answers["QUIT"] = parting
    assert send() == [("sent", "SMTP 250")]
    assert len(room.taken) == 1


@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA"])
def test_what_is_refused_for_good_is_given_up_and_holds_up_no_other(send, room, server, verb):
    room.answers |= {verb: "550 not here", "QUIT": "421 idle for too long"}
    assert send() == [("given_up", "SMTP 550")]
    assert room.taken == []
    notice = db.session.scalars(select(Notice)).first()
    room.answers[verb] = "550 not here"
    assert mail(notice, "casey@example.org", "x", server) == Answer("refused", "SMTP 550")


@pytest.mark.parametrize("verb", ["CONNECT", "MAIL", "DATA"])
def test_a_server_that_fails_is_tried_again_and_left_alone_for_a_while(send, room, server, verb):
    room.answers[verb] = "421 too many at once"
    assert send() == [("queued", "SMTP 421")]
    notice = db.session.scalars(select(Notice)).first()
    room.answers[verb] = "421 too many at once"
    assert mail(notice, "casey@example.org", "x", server) == Answer("later", "SMTP 421", ill=True)
    assert send(tells=False) == [("sent", "SMTP 250")]


def test_no_mail_is_given_up_where_the_server_takes_none_of_ours(send, room):
    room.answers["CONNECT"] = "554 no service for you"
    assert send() == [("queued", "SMTP 554")]


def test_is_given_up_where_no_mail_server_is_set(send, room):
    assert send(handed_to=None) == [("given_up", "no mail server is set")]


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
