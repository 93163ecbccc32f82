# shellcheck shell=bash
# Installs the pinned Bun and the packages when missing.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
tools=$root/.tools

# Puts the pinned Bun on PATH and installs what bun.lock lists.
prepare() {
  local version folder
  version=$(sed -n 's/^ *"packageManager": *"bun@\([^"+]*\)[^"]*".*/\1/p' "$root/package.json")
  if [ -z "$version" ]; then
    fail 'package.json has no packageManager "bun@VERSION".'
  fi
  if ! folder=$(find_bun "$version"); then
    fetch_bun "$version" >&2
    folder=$(find_bun "$version") || fail "Bun $version in $tools does not run on this machine."
  fi
  export PATH="$folder:$PATH"
  install_libraries
}

# The folder of the first bun with exactly this version. npm's install script moves the executable to .bin/bun; without
# scripts, it stays in the platform's package.
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

# Verified by the checksums in scripts/bun. Install scripts stay off: they would download without verification.
fetch_bun() {
  say "Fetching Bun $1 into $tools"
  command -v npm >/dev/null || fail "Bun $1 is required: install npm, or put Bun $1 on the PATH."
  mkdir -p "$tools"
  cp "$root/scripts/bun/package.json" "$root/scripts/bun/package-lock.json" "$tools/"
  npm ci --prefix "$tools" --ignore-scripts --no-audit --no-fund --loglevel=error ||
    fail "Could not fetch Bun $1. Put it on the PATH, or connect to a network and try again."
}

install_libraries() {
  # A linked folder is maintained elsewhere.
  if [ -L "$root/node_modules" ]; then return; fi
  if [ ! -d "$root/node_modules" ]; then say 'Installing the libraries'; fi
  local report
  report=$(cd "$root" && bun install --frozen-lockfile 2>&1) || fail "$report"
}

# Exports CHROMIUM: an installed browser, else Debian's, else Playwright's. The headless shell needs a third less CPU.
find_chromium() {
  if chromium_here; then return; fi
  say 'Fetching Chromium for the browser tests'
  if is_debian; then
    install_debian chromium-headless-shell fonts-liberation fonts-dejavu-core && chromium_here && return
  fi
  (cd "$root" && bun node_modules/playwright-core/cli.js install chromium) >&2 && chromium_here
}

chromium_here() {
  local candidate
  for candidate in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' "$(playwright_chromium)"; do
    # Ubuntu's chromium-browser may be a stub for a snap, which prints no version.
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

# Arguments: flags of apt-get and packages.
install_debian() {
  run_apt update && run_apt install -y --no-install-recommends "$@"
}

# Waits for another apt-get; DPkg::Lock::Timeout waits for one of its three locks only.
run_apt() {
  local report as_root=(env) seconds=0
  if [ "$(id -u)" != 0 ]; then as_root=(sudo -n env); fi
  until report=$("${as_root[@]}" LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" 2>&1); do
    if [[ "$report" != *'Could not get lock'* ]] || [ $((seconds += 1)) -gt 600 ]; then
      say "$report"
      return 1
    fi
    if [ $seconds = 1 ]; then say 'Waiting for another apt-get to finish'; fi
    sleep 1
  done
}

# Unpacks PATH of packages and of those they need into .tools/NAME: installed, they would start servers.
# Arguments: NAME PATH PACKAGE...
unpack_debian() {
  local name=$1 path=$2 folder=$tools/$1 file
  shift 2
  if [ -d "$folder" ] || ! is_debian; then return; fi
  say "Fetching $name for the tests"
  rm -rf "$folder.new"
  mkdir -p "$folder.new"
  install_debian --download-only --reinstall -o "Dir::Cache::archives=$folder.new" "$@" || return 0
  for file in "$folder.new"/*.deb; do
    dpkg-deb --fsys-tarfile "$file" | tar -xC "$folder.new" "$path" 2>/dev/null || true
    rm -f "$file"
  done
  mv "$folder.new" "$folder"
}

is_debian() { grep -q '^ID=debian' /etc/os-release 2>/dev/null; }

# Tests that need a command say what they skip without it. Arguments: COMMAND=PACKAGE, or several packages.
find_commands() {
  if ! is_debian; then return; fi
  local pair missing=()
  for pair in "$@"; do
    # shellcheck disable=SC2206
    PATH=$PATH:/usr/sbin:/sbin command -v "${pair%%=*}" >/dev/null || missing+=(${pair#*=})
  done
  if [ ${#missing[@]} = 0 ]; then return; fi
  say "Fetching ${missing[*]} for the tests"
  install_debian "${missing[@]}" || true
}

say() {
  printf '%s\n' "$*" >&2
}

fail() {
  say "$*"
  exit 1
}
