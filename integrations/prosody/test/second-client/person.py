"""A person at a slixmpp client, told what to do by lines of JSON on standard input.

Each line is {"id": 1, "do": "join", …} and is answered by {"id": 1, "result": …} or {"id": 1, "error": "condition"} on
standard output. What comes meanwhile is kept until it is asked for.
"""

import asyncio
import json
import os
import sys
from pathlib import Path

import slixmpp
from slixmpp import ClientXMPP
from slixmpp.exceptions import IqError, PresenceError

TIMEOUT = 10  # seconds

# slixmpp prints while it joins rooms
answers = os.fdopen(os.dup(1), "w", buffering=1)
sys.stdout = sys.stderr


class Failed(Exception):
    """An answer that is not what was wanted; its text is the condition."""


class Person(ClientXMPP):
    def __init__(self, username, password, resource, place, certificate):
        super().__init__(f"{username}@{place['domain']}/{resource}", password)
        self.ca_certs = Path(certificate)
        for plugin in ("xep_0030", "xep_0045", "xep_0048", "xep_0054", "xep_0198", "xep_0199", "xep_0249", "xep_0313", "xep_0425"):
            self.register_plugin(plugin)
        self.place = place
        self.enable_direct_tls = False
        self.kept = {}
        self.stream_condition = None
        self.over = asyncio.Event()
        self.add_event_handler("stream_error", self.told_why)
        self.add_event_handler("disconnected", lambda _: self.over.set())
        self.add_event_handler("groupchat_message", self.keep_message)
        self.add_event_handler("groupchat_message_error", self.keep_message)
        self.add_event_handler("groupchat_subject", self.keep_subject)
        self.add_event_handler("groupchat_presence", self.keep_presence)
        self.add_event_handler("groupchat_invite", self.keep_invitation)
        self.add_event_handler("moderated_message", self.keep_moderation)
        self.add_event_handler("roster_update", self.keep_push)
        self.add_event_handler("bookmarks_publish", self.keep_bookmarks)

    async def get_dns_records(self, domain, port=None):
        return []  # the address is given

    def queue(self, kind):
        return self.kept.setdefault(kind, asyncio.Queue())

    def keep(self, kind, item):
        self.queue(kind).put_nowait(item)

    async def next(self, kind, matches):
        """The first kept item that matches, come or to come; those before it are dropped."""

        async def look():
            while True:
                item = await self.queue(kind).get()
                if matches(item):
                    return item

        return await asyncio.wait_for(look(), TIMEOUT)

    def told_why(self, error):
        self.stream_condition = error["condition"]

    def keep_message(self, message):
        if message["body"]:
            self.keep("message", describe(message))

    def keep_subject(self, message):
        self.keep("subject", {"from": str(message["from"]), "subject": message["subject"]})

    def keep_presence(self, presence):
        self.keep("presence", {
            "from": str(presence["from"]),
            "type": presence["type"],
            "affiliation": presence["muc"]["affiliation"],
            "role": presence["muc"]["role"],
            "codes": sorted(presence["muc"]["status_codes"]),
        })

    def keep_invitation(self, message):
        invitation = message["muc"]["invite"]
        self.keep("invitation", {
            "from": str(message["from"]),
            "by": str(invitation["from"]),
            "reason": invitation["reason"],
            "password": message["muc"].xml.findtext(f"{{{message['muc'].namespace}}}password"),
            "direct": str(message["groupchat_invite"]["jid"]),
        })

    def keep_moderation(self, message):
        self.keep("moderated", {"from": str(message["from"]), "id": message["id"]})

    def keep_push(self, iq):
        if iq["type"] == "set":
            for jid, item in iq["roster"]["items"].items():
                self.keep("push", {"jid": str(jid), "name": item["name"], "subscription": item["subscription"]})

    def keep_bookmarks(self, message):
        self.keep("bookmarks", bookmarked(message["pubsub_event"]["items"]["item"]["bookmarks"]))


def describe(message):
    return {"from": str(message["from"]), "type": message["type"], "body": message["body"]}


def roster_of(person):
    return {
        jid: {
            "name": person.client_roster[jid]["name"],
            "subscription": person.client_roster[jid]["subscription"],
            "groups": sorted(person.client_roster[jid]["groups"]),
        }
        for jid in person.client_roster.keys()
        if person.client_roster[jid]["subscription"] != "none" or person.client_roster[jid]["name"]
    }


def bookmarked(bookmarks):
    return {
        "rooms": sorted(conference["jid"] for conference in bookmarks["conferences"]),
        "pages": sorted(url["url"] for url in bookmarks["urls"]),
    }


class Desk:
    """The things that a person can be told to do."""

    def __init__(self):
        self.person = None

    async def login(self, username, password, resource, place, certificate):
        self.person = person = Person(username, password, resource, place, certificate)
        started = asyncio.ensure_future(person.wait_until("session_start", TIMEOUT))
        refused = asyncio.ensure_future(person.wait_until("failed_auth", TIMEOUT))
        address = (place["host"], place["port"])
        person.connect(*address) if slixmpp.__version_info__ >= (1, 9) else person.connect(address)
        done, pending = await asyncio.wait((started, refused), return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        if refused in done:
            raise Failed(refused.result()["condition"])
        started.result()
        return {"jid": str(person.boundjid), "encryption": person.transport.get_extra_info("ssl_object").version()}

    async def roster(self):
        await self.person.get_roster()
        return roster_of(self.person)

    async def available(self):
        self.person.send_presence()

    async def befriend(self, jid, name, groups):
        await self.person.update_roster(jid, name=name, groups=groups)

    async def next(self, kind, having):
        return await self.person.next(kind, lambda item: having.items() <= item.items())

    async def enter(self, room, nickname):
        """As `join`, with what was said before, and what it hears of it, among what is kept."""
        self.person["xep_0045"].join_muc(room, nickname, maxhistory="20")
        await self.person.next("presence", lambda item: item["from"] == f"{room}/{nickname}")

    async def kept(self, kind):
        """How many of a kind have come that nobody has asked for."""
        return self.person.queue(kind).qsize()

    async def set_card(self, name, note):
        card = self.person["xep_0054"].make_vcard()
        card["FN"] = name
        card["NOTE"] = note
        await self.person["xep_0054"].publish_vcard(card)

    async def card(self, jid):
        reply = await self.person["xep_0054"].get_vcard(jid)
        return {"name": reply["vcard_temp"]["FN"], "note": reply["vcard_temp"]["NOTE"]}

    async def join(self, room, nickname, password=None):
        own, subject, occupants, history = await self.person["xep_0045"].join_muc_wait(
            room, nickname, password=password, timeout=TIMEOUT)
        return {
            "nickname": own["from"].resource,
            "affiliation": own["muc"]["affiliation"],
            "role": own["muc"]["role"],
            "codes": sorted(own["muc"]["status_codes"]),
            "subject": subject["subject"],
            "others": sorted({item["from"].resource for item in occupants} - {nickname}),
            "history": [describe(message) for message in history],
        }

    async def say(self, room, body):
        self.person.send_message(mto=room, mbody=body, mtype="groupchat")
        return await self.person.next("message", lambda item: item["body"] == body)

    async def set_subject(self, room, subject):
        self.person["xep_0045"].set_subject(room, subject)
        await self.person.next("subject", lambda item: item["subject"] == subject)

    async def invite(self, room, jid, reason):
        self.person["xep_0045"].invite(room, jid, reason)

    async def affiliate(self, room, jid, affiliation):
        await self.person["xep_0045"].set_affiliation(room, affiliation, jid=jid)

    async def affiliated(self, room, affiliation):
        return sorted(map(str, await self.person["xep_0045"].get_affiliation_list(room, affiliation)))

    async def configuration(self, room):
        form = await self.person["xep_0045"].get_room_config(room)
        return {name: field["value"] for name, field in form.get_fields().items()}

    async def configure(self, room, values):
        form = await self.person["xep_0045"].get_room_config(room)
        form.reply()
        form["values"] = {**form["values"], **values}
        await self.person["xep_0045"].set_room_config(room, form)

    async def archive(self, room, page):
        found = self.person["xep_0313"].iterate(jid=room, rsm={"max": page})
        return [describe(item["mam_result"]["forwarded"]["stanza"]) async for item in found]

    async def stored_bookmarks(self, method):
        answer = await self.person["xep_0048"].get_bookmarks(method=method)
        if method == "xep_0049":
            return answer["private"]["bookmarks"]
        return answer["pubsub"]["items"]["item"]["bookmarks"]

    async def bookmarks(self, method):
        return bookmarked(await self.stored_bookmarks(method))

    async def bookmark(self, room, nickname, page, method):
        bookmarks = await self.stored_bookmarks(method)
        bookmarks.add_conference(room, nickname)
        bookmarks.add_url(page)
        await self.person["xep_0048"].set_bookmarks(bookmarks, method=method)

    async def ended(self):
        await asyncio.wait_for(self.person.over.wait(), TIMEOUT)
        return self.person.stream_condition


def condition_of(error):
    if isinstance(error, (IqError, PresenceError)):
        return error.condition
    return str(error) or type(error).__name__


async def main():
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    desk = Desk()
    while line := await lines.readline():
        order = json.loads(line)
        number, what = order.pop("id"), order.pop("do")
        try:
            answer = {"id": number, "result": await getattr(desk, what)(**order)}
        except (Failed, IqError, PresenceError, asyncio.TimeoutError) as error:
            answer = {"id": number, "error": condition_of(error)}
        print(json.dumps(answer), file=answers)


asyncio.run(main())
