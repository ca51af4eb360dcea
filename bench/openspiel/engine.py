"""A long-lived engine process that speaks JSON lines: one answer a request."""
import json
import select
import subprocess

PATIENCE_S = 60


class EngineGone(Exception):
    """The engine cannot be started, has ended, is silent or does not speak JSON."""


class Engine:
    def __init__(self, command):
        self.command = command
        self.sent = []        # the requests of the game in hand
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        except OSError as why:
            raise EngineGone(f"cannot start {' '.join(command)}: {why.strerror} (cargo build --release -p eights-cli makes the binary)") from None

    def new(self, request):
        self.sent = []
        return self.ask({"new": request})

    def ask(self, request):
        line = json.dumps(request)
        self.sent.append(line)
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise EngineGone(f"the engine ended before {line}") from None
        if not select.select([self.process.stdout], [], [], PATIENCE_S)[0]:
            raise EngineGone(f"no answer within {PATIENCE_S} s to {line}")
        reply = self.process.stdout.readline()
        if not reply:
            raise EngineGone(f"the engine ended at {line}")
        try:
            return json.loads(reply)
        except ValueError:
            raise EngineGone(f"not JSON: {reply!r}, the answer to {line}") from None

    def close(self):
        """Ends the input, which ends the engine; its exit status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            return self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
