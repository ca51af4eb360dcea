#!/usr/bin/env python3
"""Plays a whole match at a table of `eights serve`, with Python's standard library alone.

Written from docs/protocol.md. It opens a table with a bot, adds to the shuffle, starts, plays random
offers until the match is over, breaks its own connection once in the middle, asks for a rematch, and
checks on the way that the server keeps what the document promises.

    python3 docs/examples/client.py 127.0.0.1:8088 crazy-eights
"""

import base64
import http.client
import json
import os
import random
import socket
import struct
import sys


class WebSocket:
    """The client's side of RFC 6455, as far as a table needs it."""

    def __init__(self, host, path, headers):
        address, port = host.rsplit(":", 1)
        self.socket = socket.create_connection((address, int(port)), timeout=60)
        self.received = b""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: Upgrade", "Upgrade: websocket",
                 "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.socket.sendall("\r\n".join(lines + ["", ""]).encode())
        while b"\r\n\r\n" not in self.received:
            self.receive()
        head, self.received = self.received.split(b"\r\n\r\n", 1)
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(head.split(b"\r\n")[0].decode())

    def receive(self):
        more = self.socket.recv(65536)
        if not more:
            raise ConnectionError("the server closed the connection")
        self.received += more

    def take(self, count):
        while len(self.received) < count:
            self.receive()
        taken, self.received = self.received[:count], self.received[count:]
        return taken

    def send_frame(self, opcode, payload):
        mask = os.urandom(4)
        length = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode())

    def next(self):
        """The next message; None when the server has closed the connection."""
        while True:
            first, second = self.take(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", self.take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.take(8))
            payload = self.take(length)
            opcode = first & 0x0F
            if opcode == 1:
                return json.loads(payload)
            if opcode == 9:
                self.send_frame(10, payload)
            elif opcode == 8:
                return None

    def close(self):
        self.socket.close()


class Person:
    """Somebody with a cookie."""

    def __init__(self, host):
        self.host, self.cookie = host, None
        self.me = self.ask("GET", "/api/me")

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.host, timeout=60)
        headers = {"X-Eights": "1", "Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.getheader("set-cookie"):
            self.cookie = answer.getheader("set-cookie").split(";")[0]
        connection.close()
        if answer.status != 200:
            raise SystemExit(f"{method} {path}: {answer.status} {text}")
        return text if path.endswith("/journal") else json.loads(text)


class Table:
    """A connection to a table, and the newest room and update."""

    def __init__(self, person, code):
        self.person, self.code = person, code
        self.room = self.update = None
        self.seen, self.events, self.next_id = None, 0, 1
        self.connect()

    def connect(self):
        self.line = WebSocket(self.person.host, f"/ws/{self.code}", {"Cookie": self.person.cookie})
        self.line.send({"hello": {"version": 2, "words": False}})
        self.wait("room")

    def hear(self):
        message = self.line.next()
        if message is None or "bye" in message:
            raise SystemExit(f"the table says goodbye: {message}")
        if "room" in message:
            self.room = message["room"]
        if "update" in message:
            self.update = message["update"]
            number = (self.update["match-id"], self.update["step"])
            if number != self.seen:
                # Otherwise the events are repeats, as after a reconnect.
                self.events += len(self.update["events"])
                self.seen = number
        return message

    def wait(self, name):
        while True:
            message = self.hear()
            if name in message:
                return message[name]

    def request(self, name, body):
        """Sends a message and waits for the one answer with its number."""
        number, self.next_id = self.next_id, self.next_id + 1
        self.line.send({"id": number, name: body})
        while True:
            message = self.hear()
            (answer,) = message
            if answer not in ("room", "update") and message[answer].get("id") == number:
                return message

    def must(self, name, body, answer="done"):
        answered = self.request(name, body)
        if answer not in answered:
            raise SystemExit(f"{name} {body}: {answered}")
        return answered[answer]

    def must_not(self, name, body):
        self.must(name, body, "refused")

    def answer_with(self, say, match_id=None):
        """The body of an answer to the newest update."""
        return {"match-id": match_id or self.update["match-id"], "step": self.update["step"], "say": say}


def start(table):
    table.must("entropy", {"entropy": os.urandom(16).hex()})
    table.must("start", {})
    while table.room["phase"] != "playing" or table.update is None:
        table.hear()


def play(table, break_at):
    """Plays random offers until the match is over. Returns how many answers were given."""
    answers = 0
    while not table.update.get("over"):
        if table.update["asks"] != table.room["you"]:
            table.hear()
            continue
        offers = table.update["offers"]
        if answers == 0:
            check_questions(table)
        table.must("say", table.answer_with(random.choice(offers)["say"]))
        answers += 1
        if answers == break_at:
            check_reconnect(table)
    return answers


def check_questions(table):
    """What is not offered is refused with a reason, and a hint is one of the offers."""
    table.must_not("say", table.answer_with("nonsense"))
    table.must("why", {"say": "nonsense"}, "why")
    hint = table.must("hint", {}, "hint")
    if hint["say"] not in [offer["say"] for offer in table.update["offers"]]:
        raise SystemExit(f"{hint} is not among the offers")


def check_reconnect(table):
    """After a reconnect the newest update comes again; what it repeats is not counted twice."""
    seen, events = table.seen, table.events
    table.line.close()
    table.connect()
    table.wait("update")
    if table.seen == seen and table.events != events:
        raise SystemExit("repeated events were counted twice")


def check_rematch(table, old):
    """A late answer to the match before does not count in the rematch."""
    table.must("rematch", {})
    table.must("entropy", {"entropy": os.urandom(16).hex()})
    while table.update["match-id"] == old["match-id"]:
        table.hear()
    table.must_not("say", table.answer_with("draw", match_id=old["match-id"]))


def main():
    host, game = sys.argv[1], sys.argv[2]
    seats = 2 if game == "crazy-8-ball" else 3
    random.seed(8)
    ada, ben = Person(host), Person(host)
    bots = {"C": "newcomer"} if seats == 3 else {}
    founded = ada.ask("POST", "/api/tables", {"game": game, "seats": seats, "bots": bots})
    table, other = Table(ada, founded["code"]), Table(ben, founded["code"])

    # A second person sits down, is ready, and leaves the chair to a bot.
    other.must("sit", {"seat": "B"})
    table.must_not("start", {})
    other.must("ready", {"ready": True})
    other.must("stand", {})
    other.line.close()
    table.must("bot", {"seat": "B", "level": "newcomer"})

    start(table)
    answers = play(table, break_at=3)
    while table.room["phase"] != "over":
        table.hear()
    over, last = table.update["over"], table.update
    journal = ada.ask("GET", f"/api/matches/{last['match-id']}/journal")
    check_rematch(table, last)
    print(json.dumps({"game": game, "answers": answers, "steps": last["step"], "events": table.events,
                      "journal": len(journal.splitlines()) - 1, "winners": over["winners"]}))


if __name__ == "__main__":
    main()
