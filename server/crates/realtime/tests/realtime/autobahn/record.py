"""Records what the cases 1 to 7 of the Autobahn test suite send and expect, as JSON.

    pip download --no-deps --no-binary :all: autobahntestsuite==25.10.1    # and unpack it
    python3.11 record.py <the folder autobahntestsuite> > cases.json

The suite is written for Python 2. lib2to3, which Python 3.11 still has, translates the classes of its cases, and a stand-in
for its socket notes what they do. A text holds one octet per character throughout, as texts of Python 2 did.
"""

import array
import base64
import json
import re
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
from lib2to3 import refactor

CASES = Path(sys.argv[1]) / "case"
TOOL = refactor.RefactoringTool(refactor.get_fixers_from_package("lib2to3.fixes"))


def source(name):
    """A file of the suite for Python 3, without its imports: what it needs is in scope."""
    text = (CASES / f"{name}.py").read_text(encoding="latin-1")
    text = re.sub(r"coding[:=]\s*[-\w.]+", "", text)
    text = re.sub(r"^(from|import) .*$", "", text, flags=re.M)
    text = str(TOOL.refactor_string(text + "\n", name))
    text = re.sub(r"\.encode\(.utf-?8.\)", '.encode("utf-8", "surrogatepass").decode("latin-1")', text)
    text = text.replace(".tostring()", '.tobytes().decode("latin-1")')
    return re.sub(r"\(object, (Case\w*),\s*\)", r"(\1,)", text)


def octets(text):
    return text if isinstance(text, bytes) else text.encode("latin-1")


class binascii:
    @staticmethod
    def b2a_hex(text):
        return octets(text).hex()


class Utf8Validator:
    def reset(self):
        pass

    def validate(self, text):
        try:
            octets(text).decode("utf-8")
            return True, True
        except UnicodeDecodeError:
            return False, False


class WebSocketProtocol:
    STATE_OPEN = 3


class Socket:
    """Stands where the suite's socket stands."""

    CLOSE_STATUS_CODE_NORMAL = 1000
    CLOSE_STATUS_CODE_PROTOCOL_ERROR = 1002
    CLOSE_STATUS_CODE_INVALID_PAYLOAD = 1007
    state = WebSocketProtocol.STATE_OPEN

    def __init__(self):
        self.steps = []
        self.later = None
        self.length = None

    def sendFrame(self, opcode, payload="", fin=True, rsv=0, payload_len=None, chopsize=None, sync=False):
        data = octets(payload)
        if payload_len:
            data = (data * payload_len)[:payload_len]
        self.steps.append({"frame": [opcode, fin, rsv], "payload": data, "chop": chopsize})

    def sendMessage(self, payload, isBinary=False, fragmentSize=None):
        data = octets(payload)
        size = fragmentSize or max(len(data), 1)
        parts = [data[at : at + size] for at in range(0, len(data), size)] or [b""]
        for number, part in enumerate(parts):
            self.sendFrame(0 if number else 2 if isBinary else 1, part, fin=number == len(parts) - 1)

    def beginMessage(self):
        pass

    def beginMessageFrame(self, length):
        self.steps.append({"length": length})

    def sendMessageFrameData(self, data):
        self.steps.append({"body": octets(data)})

    def endMessage(self):
        pass

    def sendClose(self, code=None, reason=None):
        self.sendCloseFrame(code, reason)

    def sendCloseFrame(self, code=None, reasonUtf8=None):
        data = b"" if code is None else code.to_bytes(2, "big")
        self.sendFrame(8, data + octets(reasonUtf8 or ""))
        self.steps[-1]["close"] = True

    def continueLater(self, delay, function, tag=None):
        self.steps.append({"wait": delay})
        self.later = function

    def killAfter(self, delay):
        pass

    closeAfter = killAfter


def shown(value):
    """Octets in Base64, and of a long run only what is repeated in it."""
    if not isinstance(value, bytes):
        return value
    for period in range(1, 17):
        if 64 < len(value) and value == (value[:period] * len(value))[: len(value)]:
            return {"octets": base64.b64encode(value[:period]).decode(), "length": len(value)}
    return base64.b64encode(value).decode()


def numbers(name):
    return [int(number) for number in re.findall(r"\d+", name)]


def recorded(name, case, socket):
    case.onOpen()
    while socket.later:
        function, socket.later = socket.later, None
        function()
    expected = []
    for verdict in ("OK", "NON-STRICT"):
        if verdict in case.expected:
            events = [event for event in case.expected[verdict] if event[0] != "timeout"]
            expected.append([[event[0], shown(octets(event[1])), *map(bool, event[2:])] for event in events])
    steps = [{key: shown(value) for key, value in step.items() if value is not None} for step in socket.steps]
    return {
        "case": ".".join(map(str, numbers(name))),
        "about": re.sub(r"<[^>]*>", "", case.DESCRIPTION.split("<br>")[0]).strip().split("\n")[0],
        "steps": steps,
        "expected": expected,
        "closedByClient": case.expectedClose["closedByMe"],
        "codes": case.expectedClose["closeCode"],
        "clean": case.expectedClose["requireClean"],
        "informational": "undefined by the spec" in case.EXPECTATION or "implementation defined" in case.EXPECTATION,
    }


def main():
    scope = {
        "Utf8Validator": Utf8Validator,
        "WebSocketProtocol": WebSocketProtocol,
        "array": array,
        "binascii": binascii,
        "__name__": "cases",
    }
    exec(source("case"), scope)
    files = sorted(CASES.glob("case[1-7]_*.py"), key=lambda file: (numbers(file.stem), file.stem))
    waiting = [file.stem for file in files]
    # A case may be made from one that comes later.
    while waiting:
        name = waiting.pop(0)
        try:
            exec(source(name), scope)
        except NameError:
            waiting.append(name)
    classes = {name: it for name, it in scope.items() if re.fullmatch(r"Case[1-7]_\d+(_\d+)?", name)}
    for series in ("Case6_X_X", "Case7_7_X", "Case7_9_X"):
        classes.update((case.__name__, case) for case in scope[series])
    lines = []
    for name in sorted(classes, key=numbers):
        socket = Socket()
        lines.append(json.dumps(recorded(name, classes[name](socket), socket)))
    print("[\n" + ",\n".join(lines) + "\n]")


main()
