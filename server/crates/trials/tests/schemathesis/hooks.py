"""What Schemathesis is told that no setting says, for tests/trials/schemathesis.rs."""

import schemathesis

# A part of an upload (tus) is bytes, like any other octet stream.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")
