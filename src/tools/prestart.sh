#!/bin/sh
# Builds what has changed before `npm start`. Without the development dependencies, which building needs, the server starts
# as it was built.
if [ -x node_modules/.bin/tsx ]; then exec npm run --silent build; fi

if [ ! -f dist/main.js ]; then
  echo 'The server is not built. Run: npm ci && npm run build' >&2
  exit 1
fi
changed=$(find src prisma/schema package-lock.json -newer dist/stamp 2> /dev/null | head -n 1)
if [ -n "$changed" ]; then
  echo "$changed is newer than the build in dist, which starts. To build it anew, run: npm ci && npm run build" >&2
fi
