"""The program under test, run as its user runs it."""

import os
import re
import signal
import subprocess
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("NOTES_PROGRAM", PACKAGE / ".build/debug/notes"))
# The limit of a wait, in seconds. It is long, because it only ends tests that hang.
LIMIT = int(os.environ.get("MILLRACE_DEADLINE", 600))


class Program:
    """A running `notes` with a data folder of its own."""

    def __init__(self, data: Path):
        self.data = data
        self.port = 0
        self.process = None

    def start(self, *options: str) -> "Program":
        """Starts the program and waits until it serves. A restart uses the same port."""
        command = [PROGRAM, "--data", self.data, "--port", str(self.port), *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, f"The program did not start: {line}{self.process.stderr.read()}"
        self.port = int(found[1])
        return self

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        """Kills the program, which cannot save anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ends the program as Ctrl-C does."""
        return self._end(signal.SIGINT)

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def _end(self, number) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(number)
        self.process.communicate(timeout=LIMIT)
        status = self.process.returncode
        self.process = None
        return status
