#!/bin/sh
# Installs, upgrades or removes Passwright on Linux with systemd. sh install.sh --help lists the options.
set -eu

# The public key of the releases, of minisign.
key=RWRZLbl2uCc9S1I2lvarf4+RxqkCN+NCNE6M6QIlevvZ1R+rmfThtwvg

prefix=${PREFIX:-/usr/local}
bin=$prefix/bin/passwright
unit=/etc/systemd/system/passwright.service
data=/var/lib/passwright

usage() {
  cat <<'HELP'
Usage: sh install.sh --from URL|FOLDER [flags of passwright serve]
       sh install.sh --rollback
       sh install.sh --remove

With --from, installs the release at this place, or upgrades to it after a backup: the executable in /usr/local/bin, the
user passwright, and a systemd unit with the given settings. For example:

  sudo sh install.sh --from https://example.com/passwright/0.3.0 --site-url https://example.com --trust-proxy 127.0.0.1

The signature of SHA256SUMS and the checksum of the executable are verified before it runs. That takes minisign, or
OpenSSL 3 with Ed25519. An upgrade without flags keeps the unit. Secrets belong in /etc/passwright.env.

--rollback puts the release and the database before the last upgrade back; --remove asks before it deletes data.
HELP
}

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*${state:+ $state}" >&2
  reported=yes
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

# In a container or chroot, systemd is installed but doesn't run.
systemd_runs() { [ -d /run/systemd/system ]; }
service() { if systemd_runs; then systemctl "$@"; fi; }

# As root, a link in the service's folder would lead anywhere. Without a terminal, other programs of that user can't type
# into root's.
as_service() (
  cd /
  unset TMPDIR
  if setsid --wait true 2>/dev/null; then set -- setsid --wait "$@"; fi
  if has runuser; then runuser -u passwright -- "$@"; else su -s /bin/sh passwright -c '"$0" "$@"' "$@"; fi
)

require_root() { [ "$(id -u)" = 0 ] || fail 'Please run it as root: sudo sh install.sh …'; }

platform() {
  [ "$(uname -s)" = Linux ] || fail "It supports Linux only, not $(uname -s)."
  case $(uname -m) in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "There is no release for $(uname -m)." ;;
  esac
  for library in /lib/ld-musl-*; do
    if [ -e "$library" ] && ! ldd --version 2>&1 | grep -qi 'glibc\|gnu libc'; then arch=$arch-musl; fi
  done
  # The usual build needs a processor with AVX2; one without it would end it with "Illegal instruction".
  if [ "$arch" = x64 ] && ! grep -qw avx2 /proc/cpuinfo; then arch=x64-baseline; fi
  file=passwright-linux-$arch
}

# Over the network, or without it. What looks like a port can be a username.
is_secure() { printf '%s' "$from" | grep -Eq '^(https://|http://(127\.0\.0\.1|localhost)(:[0-9]+)?(/|$))'; }

fetch() {
  case $from in
    https://* | http://*)
      is_secure || fail 'Releases are downloaded over https:// only.'
      if has curl; then
        curl -fsSL --proto-redir =https -o "$work/$1" "$from/$1" || fail "$from/$1 could not be downloaded."
      elif has wget; then
        wget -q -O "$work/$1" "$from/$1" || fail "$from/$1 could not be downloaded."
      else fail 'curl or wget is needed.'; fi
      ;;
    *://*) fail 'Releases are downloaded over https:// only.' ;;
    *) cp -- "$from/$1" "$work/$1" || fail "$from/$1 could not be read." ;;
  esac
}

# Base64 to bytes: the part of $1 from byte $2 on, of $3 bytes.
bytes() { printf '%s' "$1" | base64 -d | tail -c "+$2" | head -c "$3"; }

# minisign's signature of a BLAKE2b-512 digest: "ED", the key's id of 8 bytes, 64 bytes. Also that of its comment.
verify_with_openssl() {
  # In DER, an Ed25519 key has this prefix (RFC 8410).
  {
    printf '\060\052\060\005\006\003\053\145\160\003\041\000'
    bytes "$key" 11 32
  } >"$work/key"
  openssl dgst -blake2b512 -binary "$work/SHA256SUMS" >"$work/digest"
  bytes "$line" 11 64 >"$work/signature"
  {
    cat "$work/signature"
    printf '%s' "$comment"
  } >"$work/signed"
  sed -n 4p "$work/SHA256SUMS.minisig" | base64 -d >"$work/signature-of-comment"
  openssl_verifies digest signature && openssl_verifies signed signature-of-comment
}

openssl_verifies() {
  openssl pkeyutl -verify -pubin -keyform DER -inkey "$work/key" -rawin -in "$work/$1" -sigfile "$work/$2" >/dev/null 2>&1
}

# Nothing that was downloaded runs before this.
verify() {
  comment=$(sed -n '3s/^trusted comment: //p' "$work/SHA256SUMS.minisig")
  line=$(sed -n 2p "$work/SHA256SUMS.minisig")
  # "ED" in Base64. Early versions of minisign ignore -H, and take the legacy "Ed".
  case $line in RU[QRST]*) ;; *) refuse_signature ;; esac
  if has minisign; then
    minisign -V -H -q -m "$work/SHA256SUMS" -P "$key" >/dev/null 2>&1 || refuse_signature
  elif has openssl && openssl pkeyutl -help 2>&1 | grep -q rawin && has base64; then
    verify_with_openssl || refuse_signature
  elif [ -x "$bin" ] && "$bin" verify --help >/dev/null 2>&1; then
    "$bin" verify "$work/$file" >/dev/null || refuse_signature
  else fail 'The signature can not be verified: install minisign or OpenSSL 3.'; fi
  sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  $file\$/\1/p" "$work/SHA256SUMS")
  [ -n "$sum" ] || fail "This release has no $file."
  [ "$(sha256sum <"$work/$file")" = "$sum  -" ] ||
    fail "The checksum of $file is wrong: the download is damaged or was changed."
}

# A server could offer a former release, whose faults are known by now.
refuse_older() {
  offered=${comment#passwright }
  installed=$("$bin" --version 2>/dev/null) || return 0
  newest=$(printf '%s\n' "$installed" "$offered" | tr - '~' | sort -V | tail -n 1 | tr '~' -)
  [ "$newest" = "$offered" ] ||
    fail "$offered is older than $installed, which is installed; to go back: sh install.sh --rollback."
}

refuse_signature() {
  fail "The signature of SHA256SUMS is not valid: it was not made with the key of the releases."
}

install_release() {
  require_root
  for flag in "$@"; do
    case $flag in --data | --data=* | --user | --user=*) fail "The data is in $data, of the user passwright." ;; esac
  done
  begin
  platform
  work=$(mktemp -d)
  for name in SHA256SUMS SHA256SUMS.minisig "$file"; do fetch "$name"; done
  verify
  if [ -x "$bin" ]; then refuse_older; fi
  say "Verified $comment for $arch"
  chmod 755 "$work/$file"
  "$work/$file" --version >/dev/null || fail "$file does not run on this machine."

  # What the new release would refuse ends here, and so does a full disk.
  if [ -f "$unit" ] && [ $# = 0 ]; then "$work/$file" service --check "$unit"
  else "$work/$file" service --executable "$bin" --user passwright "$@" >"$work/unit"; fi
  mkdir -p "$prefix/bin" "$(dirname "$unit")"
  cp "$work/$file" "$bin.new"
  chmod 755 "$bin.new"
  if [ -f "$work/unit" ]; then
    cp "$work/unit" "$unit.new"
    chmod 644 "$unit.new"
  fi
  if [ -x "$bin" ] && ! is_same; then keep_previous; fi

  uninterrupted
  state='It is installed in part only: run the same command again.'
  add_user
  for name in "$bin.previous.backup" "$bin.previous.unit" "$bin.previous" "$bin" "$unit"; do
    # Replaced at once: a running executable keeps its file.
    if [ -f "$name.new" ]; then mv -f "$name.new" "$name"; fi
  done
  way_back=
  if [ -x "$bin.previous" ]; then
    backup=$(cat "$bin.previous.backup")
    way_back="The way back: sh install.sh --rollback${backup:+, which restores $backup}"
  fi
  start "Installed $comment as $bin"
  if [ -n "$way_back" ]; then say "$way_back"; fi
}

# The way back stays the one before a release that is installed again.
is_same() { cmp -s "$work/$file" "$bin" || [ "${comment#passwright }" = "$("$bin" --version)" ]; }

# The executable, its unit, and the database unless it is on another server.
keep_previous() {
  backup=
  if [ -f "$data/passwright.db" ]; then
    stop
    backup=$(as_service "$bin" backup --data "$data" | sed -n 's/^Backed up to \(.*\.db\): .*/\1/p')
    [ -n "$backup" ] || fail 'The backup failed.'
  fi
  printf '%s\n' "$backup" >"$bin.previous.backup.new"
  if [ -f "$unit" ]; then cp -p "$unit" "$bin.previous.unit.new"; fi
  cp -p "$bin" "$bin.previous.new"
}

add_user() {
  if id passwright >/dev/null 2>&1; then return; fi
  if has useradd; then
    useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin passwright
  else adduser -S -D -H -h "$data" -s /sbin/nologin passwright; fi
}

# From here on, "finish" says what a run that ends early has changed, and starts the service again.
begin() {
  state='Nothing was changed.'
  trap finish EXIT
  trap 'exit 1' INT TERM HUP
}

uninterrupted() { trap '' INT TERM HUP; }

finish() {
  status=$?
  uninterrupted
  if [ -n "${work:-}" ]; then rm -rf "$work"; fi
  rm -f "$bin.new" "$bin.previous.new" "$bin.previous.backup.new" "$bin.previous.unit.new" "$unit.new"
  if [ "$status" = 0 ]; then return; fi
  if [ -z "${reported:-}" ]; then printf 'install.sh: %s\n' "$state" >&2; fi
  if [ -n "${was_running:-}" ]; then
    service daemon-reload
    if service start passwright; then say 'The service was started again.' >&2
    else say 'The service could not be started again: journalctl -u passwright shows why.' >&2; fi
  fi
}

stop() {
  if [ ! -f "$unit" ] || ! systemd_runs; then return; fi
  if systemctl is-active -q passwright; then was_running=yes; fi
  systemctl stop passwright
}

# $1 says what was done.
start() {
  state="$1${way_back:+. $way_back}. It has not started yet: journalctl -u passwright shows why."
  trap 'exit 1' INT TERM HUP
  if ! systemd_runs; then
    say "$1"
    say "systemd is not running: start the service later with systemctl enable --now passwright"
    return
  fi
  started=$(date '+%Y-%m-%d %H:%M:%S')
  systemctl daemon-reload
  systemctl enable -q passwright
  systemctl restart passwright
  was_running=
  tries=0
  # The start prints the setup link until there is an administrator.
  until journalctl -u passwright -o cat --since "$started" --no-pager | grep -E 'listening|administrator'; do
    tries=$((tries + 1))
    [ "$tries" -lt 30 ] || exit 1
    sleep 1
  done
  say "$1"
}

rollback() {
  require_root
  [ -x "$bin.previous" ] || fail 'There is no release before this one.'
  begin
  backup=$(cat "$bin.previous.backup")
  stop
  uninterrupted
  # First, because any newer release can use this database.
  if [ -n "$backup" ]; then
    as_service "$bin.previous" restore "$backup" --data "$data" --yes </dev/null
    state="Only the database was restored, from $backup: run the same command again."
  fi
  if [ -f "$bin.previous.unit" ]; then mv -f "$bin.previous.unit" "$unit"; fi
  mv -f "$bin.previous" "$bin"
  rm -f "$bin.previous.backup"
  way_back=
  start "Went back to $("$bin" --version). A newer database is kept in $data/backups"
}

remove() {
  require_root
  service disable --now passwright 2>/dev/null || true
  rm -f "$unit" "$bin" "$bin.previous" "$bin.previous.backup" "$bin.previous.unit"
  service daemon-reload
  say 'Removed the executable and the unit.'
  if [ -d "$data" ]; then
    printf 'Delete the data in %s, with all backups and the key? Type delete: ' "$data"
    read -r answer || answer=
    if [ "$answer" = delete ]; then
      rm -rf "$data" /etc/passwright.env
      say 'Deleted the data.'
    else
      say "Kept $data, its user and /etc/passwright.env."
      return
    fi
  fi
  if id passwright >/dev/null 2>&1; then userdel passwright 2>/dev/null || deluser passwright; fi
}

main() {
  case ${1:-} in
    --from)
      from=${2:-}
      [ -n "$from" ] || fail 'Specify where the release is: --from URL or --from FOLDER'
      shift 2
      install_release "$@"
      ;;
    --rollback) rollback ;;
    --remove) remove ;;
    --help | -h) usage ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
}

# At the end, so that half a download of this file does nothing.
main "$@"
