"""What Schemathesis is told that no setting says, for tests/trials/schemathesis.rs."""

import ast
import threading

import schemathesis

# A part of an upload (tus) is bytes, like any other octet stream.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")

# Hypothesis parses the source of lambdas to describe them, in each worker's thread. CPython 3.11 counts the depth of all
# parsers in one variable, so two at once end in "AST constructor recursion depth mismatch" (python/cpython#106905).
_parse = ast.parse
_turn = threading.RLock()


def _parse_in_turn(*arguments, **named):
    with _turn:
        return _parse(*arguments, **named)


ast.parse = _parse_in_turn
