#!/bin/sh
# Whether anything that the program is made of is known to be faulty, or under terms that nobody accepted.
#
#   packaging/audit.sh        asks cargo-deny (of crates.io; on the PATH, or named by CARGO_DENY) and npm
#
# Licences, bans and sources are read from what lies on the disk. Known faults are asked of RustSec's list (which `cargo audit` reads,
# too) and of npm's registry (whose list OSV repeats); where one of them cannot be reached that is said, and only what was read counts.
set -eu
cd "$(dirname "$0")/.."
deny=${CARGO_DENY:-cargo-deny}
"$deny" --offline check licenses bans sources

if complaint=$("$deny" fetch db 2>&1); then
	"$deny" check advisories
else
	echo "audit: RustSec's list was not read: $(echo "$complaint" | tail -n 1)" >&2
fi

if answer=$(npm audit --omit=dev --json 2> /dev/null); then
	echo "npm's list names nothing of ours"
elif echo "$answer" | grep --quiet '"auditReportVersion"'; then
	npm audit --omit=dev
else
	echo "audit: npm's list was not read: $(echo "$answer" | tr -d '\n' | cut -c 1-120)" >&2
fi
