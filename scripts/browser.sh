#!/bin/sh
# Makes sure there is a Chromium for the end-to-end tests; installs Debian's where apt can.
set -eu
for browser in "${CHROMIUM:-}" chromium chromium-browser google-chrome "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
  if [ -n "$browser" ] && command -v "$browser" >/dev/null 2>&1; then exit 0; fi
done

if command -v apt-get >/dev/null 2>&1; then
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then as_root="sudo -n"; fi
  apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 -qq "$@" </dev/null >&2
  }
  echo "Installing Chromium for the end-to-end tests…" >&2
  if apt update && apt install -y --no-install-recommends chromium fonts-liberation; then exit 0; fi
fi
echo "No Chromium was found, and it could not be installed: the end-to-end tests will fail. Install Chromium or Chrome, or set CHROMIUM to its path." >&2
