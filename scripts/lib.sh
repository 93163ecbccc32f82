# shellcheck shell=bash
# What the commands in this folder share: the pinned Bun and the libraries, fetched when they are missing.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
tools=$root/.tools

# Puts the Bun that package.json pins first on the PATH, and installs what bun.lock lists.
prepare() {
  local version folder
  version=$(sed -n 's/^ *"packageManager": *"bun@\([^"+]*\)[^"]*".*/\1/p' "$root/package.json")
  if [ -z "$version" ]; then
    fail 'package.json names no packageManager "bun@VERSION".'
  fi
  if ! folder=$(find_bun "$version"); then
    fetch_bun "$version" >&2
    folder=$(find_bun "$version") || fail "Bun $version was fetched into $tools, but it does not run here."
  fi
  export PATH="$folder:$PATH"
  install_libraries
}

# The folder of the first bun that is exactly this version. npm's package moves its executable to .bin/bun in an
# install script; where those are off, it stays in the package for this kind of machine.
find_bun() {
  local candidate
  for candidate in "$(command -v bun)" "$tools/node_modules/.bin/bun" \
    "$tools"/node_modules/@oven/bun-*/bin/bun; do
    if [ -x "$candidate" ] && [ "$("$candidate" --version 2>/dev/null)" = "$1" ]; then
      dirname "$candidate"
      return
    fi
  done
  return 1
}

# scripts/bun lists the checksum of Bun for each kind of machine. Its install script would fetch without one: it stays off.
fetch_bun() {
  say "Fetching Bun $1 into $tools"
  command -v npm >/dev/null || fail "Bun $1 is needed: install npm, or put Bun $1 on the PATH."
  mkdir -p "$tools"
  cp "$root/scripts/bun/package.json" "$root/scripts/bun/package-lock.json" "$tools/"
  npm ci --prefix "$tools" --ignore-scripts --no-audit --no-fund --loglevel=error ||
    fail "Bun $1 could not be fetched. Put it on the PATH, or try again with a network."
}

install_libraries() {
  # A linked folder is kept up to date where it lives.
  if [ -L "$root/node_modules" ]; then return; fi
  if [ ! -d "$root/node_modules" ]; then say 'Installing the libraries'; fi
  local report
  report=$(cd "$root" && bun install --frozen-lockfile 2>&1) || fail "$report"
}

# Exports CHROMIUM, the browser for the tests: one that is there, else Debian's, else Playwright's. The headless shell is
# Chromium without its windows: a third less work for the same pages.
find_chromium() {
  if chromium_here; then return; fi
  say 'Fetching Chromium for the browser tests'
  if grep -q '^ID=debian' /etc/os-release 2>/dev/null; then
    install_debian chromium-headless-shell fonts-liberation fonts-dejavu-core >/dev/null && chromium_here && return
  fi
  (cd "$root" && bun node_modules/playwright-core/cli.js install chromium) >&2 && chromium_here
}

chromium_here() {
  local candidate
  for candidate in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' "$(playwright_chromium)"; do
    # On Ubuntu chromium-browser may be no more than a note about a snap: one that tells its version is real.
    if [ -n "$candidate" ] && "$candidate" --version >/dev/null 2>&1; then
      CHROMIUM=$(command -v "$candidate")
      export CHROMIUM
      return
    fi
  done
  return 1
}

export PLAYWRIGHT_BROWSERS_PATH=$tools/browsers

playwright_chromium() {
  if [ -d "$PLAYWRIGHT_BROWSERS_PATH" ]; then
    (cd "$root" && bun -e 'process.stdout.write(require("playwright-core").chromium.executablePath())')
  fi
}

# What builds the part that plays a power cut.
find_compiler() {
  if command -v cc >/dev/null; then return; fi
  if ! grep -q '^ID=debian' /etc/os-release 2>/dev/null; then return 1; fi
  say 'Fetching a C compiler for the tests'
  install_debian gcc libc6-dev >/dev/null && command -v cc >/dev/null
}

install_debian() {
  local as_root=(env)
  if [ "$(id -u)" != 0 ]; then as_root=(sudo -n env); fi
  "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
    "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

# The command that sets up networks, for the tests that run in one of their own; they tell when they can't.
find_ip() {
  if PATH=$PATH:/usr/sbin:/sbin command -v ip >/dev/null || ! grep -q '^ID=debian' /etc/os-release 2>/dev/null; then return; fi
  say 'Fetching iproute2 for the tests in a network of their own'
  install_debian iproute2 util-linux >/dev/null || true
}

# What counts the write calls of an answer, for a test that tells when it can't.
find_strace() {
  if command -v strace >/dev/null || ! grep -q '^ID=debian' /etc/os-release 2>/dev/null; then return; fi
  say 'Fetching strace for the tests'
  install_debian strace >/dev/null || true
}

say() {
  printf '%s\n' "$*" >&2
}

fail() {
  say "$*"
  exit 1
}
