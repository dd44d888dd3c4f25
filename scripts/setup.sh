#!/bin/sh
# Installs everything the project needs, once: a no-op while package files and node_modules are unchanged.
# Runs on whatever Node started it (20 or newer), hence plain sh and no project code.
set -eu
cd "$(dirname "$0")/.."

major=$(node -p 'process.versions.node.split(".")[0]')
if [ "$major" -lt 20 ]; then
  echo "ThothII needs Node 20 or newer to set itself up; this is $(node -v). Install a newer Node and run the command again." >&2
  exit 1
fi

# The pinned Node comes as a package. Where none is published, the system's Node has to be new enough itself.
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64 | Linux-aarch64 | Darwin-x86_64) ;;
  *)
    if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 24 || (a === 24 && b >= 15) ? 0 : 1)'; then
      echo "No pinned Node is published for $(uname -s) $(uname -m), so the system's Node runs the project, and $(node -v) is too old: it needs 24.15 or newer." >&2
      echo "Install it (https://nodejs.org) and run the command again. Nothing was installed." >&2
      exit 1
    fi
    ;;
esac

stamp=node_modules/.setup-stamp
want=$(cat package.json pnpm-workspace.yaml pnpm-lock.yaml ./*/package.json | cksum)
if [ "$(cat "$stamp" 2>/dev/null || true)" = "$want" ] && [ -d frontend/node_modules ] && [ -d backend/node_modules ] && [ -d harness-stub/node_modules ]; then
  exit 0
fi

echo "Setting up (the first time takes a minute)…" >&2
pm=$(sed -n 's/.*"packageManager": *"\(pnpm@[^"+]*\).*/\1/p' package.json)
npx --yes "$pm" install --frozen-lockfile </dev/null >&2
# The first run of a program compiles it: done here, so that the first command a person types is quick.
node_modules/.bin/tht --version >/dev/null 2>&1 || true
printf '%s\n' "$want" >"$stamp"
