#!/bin/sh
# Builds the page. The server and the harness run from source.
set -eu
cd "$(dirname "$0")/.."
exec node_modules/.bin/vite build frontend --logLevel warn >&2
