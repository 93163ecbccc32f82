import { expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signFile } from '#src/lib/minisign.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { RELEASE_KEY } from '#src/version.ts'
import { EXECUTABLE } from './harness.ts'

const SCRIPT = readFileSync(join(import.meta.dir, '../../scripts/install.sh'), 'utf8')

/** Folders of its own for what the script writes need root. */
const canInstall = process.platform === 'linux' && process.getuid?.() === 0

const OWN_FOLDERS = `
  for folder in /usr/local /var/lib /run; do
    if [ -d $folder ]; then mount -t tmpfs tmpfs $folder; fi
  done
  mkdir /run/upper /run/work
  mount -t overlay overlay -o lowerdir=/etc,upperdir=/run/upper,workdir=/run/work /etc
  PATH=/usr/sbin:/usr/bin:/sbin:/bin`

function signingKey() {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const id = Buffer.from('01234567')
  const line = Buffer.concat([Buffer.from('Ed'), id, Buffer.from(x, 'base64url')]).toString('base64')
  return { key: { id, d, x }, line }
}

/** A release of an executable for every Linux, on a server, and the script with its key. */
async function release(content: string | Uint8Array = readFileSync(EXECUTABLE)) {
  const folder = temporaryFolder()
  const files = join(folder.path, 'release')
  mkdirSync(files)
  const sum = new Bun.CryptoHasher('sha256').update(content).digest('hex')
  const names = ['x64', 'x64-baseline', 'arm64', 'x64-musl', 'arm64-musl'].map(
    (name) => `passwright-linux-${name}`,
  )
  for (const name of names) writeFileSync(join(files, name), content)
  const { key, line } = signingKey()
  const sums = names.map((name) => `${sum}  ${name}\n`).join('')
  writeFileSync(join(files, 'SHA256SUMS'), sums)
  writeFileSync(join(files, 'SHA256SUMS.minisig'), signFile(Buffer.from(sums), 'passwright 9.9.9', key))
  const script = join(folder.path, 'install.sh')
  writeFileSync(script, SCRIPT.replaceAll(RELEASE_KEY, line))
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => new Response(Bun.file(join(files, new URL(request.url).pathname))),
  })
  return {
    names,
    sums,
    write: (name: string, content: string) => writeFileSync(join(files, name), content),
    /** Runs `commands`, with `install` for the script, in folders of their own. */
    run: async (commands: string) => {
      const install = `script=${script} files=${files}; install() { sh $script "$@"; }; from=http://127.0.0.1:${server.port}`
      const child = Bun.spawn(
        ['unshare', '--mount', 'sh', '-euc', `${OWN_FOLDERS}\n${install}\n${commands}`],
        {
          env: { PATH: process.env.PATH ?? '', TMPDIR: folder.path },
          stdout: 'pipe',
          stderr: 'pipe',
        },
      )
      const [out, err] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ])
      return { status: await child.exited, out, err }
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop(true)
      folder[Symbol.dispose]()
    },
  }
}

const CREATE = `echo 'a password of some length' | runuser -u passwright -- passwright admin create --username ada --email ada@b.example --role super_admin --password-stdin --data /var/lib/passwright`

test.skipIf(!canInstall)(
  'installs, upgrades after a backup, goes back and removes, keeping the data unless told',
  async () => {
    await using files = await release()
    const { status, out, err } = await files.run(`
    PATH=/usr/local/bin:$PATH
    ! install --from $from --trustproxy 127.0.0.1 2>/run/refusal
    cat /run/refusal; ls -A /usr/local; ! id passwright 2>/dev/null
    install --from $from --site-url https://example.com --trust-proxy 127.0.0.1
    cp /etc/systemd/system/passwright.service /run/unit
    mkdir -m 700 /var/lib/passwright && chown passwright: /var/lib/passwright
    ${CREATE}
    echo 'another release' >>/usr/local/bin/passwright
    install --from $from
    sha256sum /usr/local/bin/passwright.previous* >/run/way-back
    install --from $from
    sha256sum -c --quiet /run/way-back
    echo PORT=many >/etc/passwright.env
    ! install --from $from 2>/run/refusal
    cat /run/refusal
    cmp /etc/systemd/system/passwright.service /run/unit
    passwright admin reset-password --help >/dev/null
    install --rollback
    passwright admin list --data /var/lib/passwright
    stat -c '%U %a %n' /var/lib/passwright/passwright.db /usr/local/bin/passwright
    echo no | install --remove
    ls /var/lib/passwright/passwright.db /usr/local/bin
    echo delete | install --remove
    ls /var/lib
    ! id passwright 2>/dev/null`)
    expect(err).toBe('')
    expect(status).toBe(0)
    expect(out).toMatch(
      /^Verified .*\n.* Unknown flag: --trustproxy\. Did you mean --trust-proxy\?\ninstall\.sh: Nothing was changed\.\nVerified/,
    )
    expect(out).toContain('PORT must be a number from 0 to 65535.\ninstall.sh: Nothing was changed.\n')
    expect(out).toMatch(/Verified passwright 9\.9\.9 for \S+\n[\s\S]*Installed passwright 9\.9\.9/)
    expect(out).toMatch(
      /The way back: sh install\.sh --rollback, which restores \/var\/lib\/passwright\/backups\/\S+\.db/,
    )
    expect(out).toMatch(/Went back to [\s\S]*\bada\b/)
    expect(out).toContain(
      'passwright 600 /var/lib/passwright/passwright.db\nroot 755 /usr/local/bin/passwright',
    )
    expect(out).toMatch(
      /Kept \/var\/lib\/passwright, its user[\s\S]*passwright\.db[\s\S]*Deleted the data\.\n$/,
    )
  },
)

test.skipIf(!canInstall)("writes nothing where the service's user could not", async () => {
  await using files = await release()
  const { out, err } = await files.run(`
    PATH=/usr/local/bin:$PATH
    install --from $from >/dev/null
    mkdir -m 700 /run/of-root /var/lib/passwright && chown passwright: /var/lib/passwright
    ${CREATE}
    echo 'another release' >>/usr/local/bin/passwright
    rm -rf /var/lib/passwright/backups
    ln -s /run/of-root /var/lib/passwright/backups
    ! install --from $from
    cp -p /usr/local/bin/passwright /usr/local/bin/passwright.previous
    echo /var/lib/passwright/passwright.db >/usr/local/bin/passwright.previous.backup
    ! install --rollback
    ls -A /run/of-root`)
  expect(out).not.toMatch(/The way back|Went back|\.db$/m)
  expect(err).toContain('install.sh: The backup failed. Nothing was changed.')
})

test.skipIf(!canInstall)('runs nothing of a release that is damaged or signed with another key', async () => {
  await using files = await release()
  const attempt = async (before = '') => {
    const { err, out, status } = await files.run(
      `${before} status=0; install --from $from || status=$?; ls -A /usr/local; ! id passwright 2>/dev/null; exit $status`,
    )
    expect(out).toBe('')
    expect(status).toBe(1)
    return err.trim()
  }
  const installed = (command: string) =>
    `export PREFIX=/run/old; mkdir -p /run/old/bin; printf '#!/bin/sh\n${command}\n' >/run/old/bin/passwright
    chmod 755 /run/old/bin/passwright;`
  expect(await attempt(installed('echo 10.0.0'))).toMatch(
    /^install\.sh: 9\.9\.9 is older than 10\.0\.0, which is installed; .* Nothing was changed\.$/,
  )
  for (const from of [
    '127.0.0.1:x@example.com/',
    'localhost:1@example.com',
    '127.0.0.1.example.com',
    'example.com',
  ])
    expect(await attempt(`from=http://${from};`)).toBe(
      'install.sh: Releases are downloaded over https:// only. Nothing was changed.',
    )
  // Such as 0.2.0, and neither minisign nor OpenSSL.
  const without = (tools: string) =>
    `for tool in ${tools}; do if [ -e /usr/bin/$tool ]; then mount --bind /dev/null /usr/bin/$tool; fi; done;`
  expect(await attempt(installed('exit 2') + without('minisign openssl'))).toMatch(
    /^install\.sh: The signature can not be verified/,
  )
  const canary = '#!/bin/sh\necho ran >&2\n'
  for (const name of files.names) files.write(name, canary)
  expect(await attempt()).toMatch(
    /^install\.sh: The checksum of passwright-linux-\S+ is wrong: .* Nothing was changed\.$/,
  )
  const sum = new Bun.CryptoHasher('sha256').update(canary).digest('hex')
  const forged = files.names.map((name) => `${sum}  ${name}\n`).join('')
  files.write('SHA256SUMS', forged)
  const other = signFile(Buffer.from(forged), 'passwright 9.9.9', signingKey().key)
  for (const signature of [null, other, '']) {
    if (signature !== null) files.write('SHA256SUMS.minisig', signature)
    // With minisign, if it is installed, and with OpenSSL.
    for (const before of ['', without('minisign')])
      expect(await attempt(before)).toMatch(/^install\.sh: The signature of SHA256SUMS is not valid/)
  }
  files.write('SHA256SUMS.minisig', other.replace('\nRU', '\nRW'))
  const lenient = 'printf "#!/bin/sh" >/run/minisign; chmod 755 /run/minisign; PATH=/run:$PATH;'
  expect(await attempt(lenient)).toMatch(/^install\.sh: The signature of SHA256SUMS is not valid/)
})

/** Stands for a release in tests of the script's steps. */
const fakeRelease = (version: string) => `#!/bin/sh
case $1 in
  --version) echo ${version} ;;
  service) [ "$2" = --check ] || echo unit of ${version} ;;
  backup)
    echo data of ${version} >/var/lib/passwright/of-${version}.db
    echo 'Backed up to /var/lib/passwright/of-${version}.db: 1 MB' ;;
  restore) [ "$(cat $2)" = 'data of ${version}' ] && cp $2 /var/lib/passwright/passwright.db ;;
esac
`

/** In `attempt`, the command with the number `last` of those that change something fails or interrupts the script. */
const STEPS = `
  mkdir -p /run/systemd/system /run/steps /usr/local/bin /etc/systemd/system
  cd /usr/local/bin
  step() { printf '#!/bin/sh\\n. /run/step\\n%s\\n' "$2" >/run/steps/$1; chmod 755 /run/steps/$1; }
  for name in cp mv chmod mkdir mktemp useradd runuser; do step $name "exec $(command -v $name) \\"\\$@\\""; done
  step systemctl 'case $1 in
    restart | start)
      cd /var/lib/passwright
      case "$(passwright --version) $(cat passwright.db)" in
        "1 data of 9.9.9") exit 1 ;;
        9.9.9*) echo data of 9.9.9 >passwright.db ;;
      esac
      passwright --version >/run/active ;;
    stop) rm /run/active ;;
    is-active) [ -e /run/active ] ;;
  esac'
  step journalctl 'echo listening'
  cat >/run/step <<'END'
    echo >>/run/taken
    if [ "$(wc -l </run/taken)" = $last ]; then
      if [ "$how" = fails ]; then echo 'No space left on device' >&2; exit 1; fi
      kill -INT $(cat /run/pid)
    fi
END
  steps=/run/steps:/usr/local/bin:$PATH
  attempt() {
    : >/run/taken
    PATH=$steps sh -c 'echo $$ >/run/pid; exec sh "$0" "$@"' $script "$@" >/run/out 2>&1 || true
  }
  print() { if [ -e $1 ]; then cat $1; fi; }
  version() { if [ -e $1 ]; then ./$1 --version; fi; }
  look() {
    echo "runs $(print /run/active), is $(version passwright), $(print /etc/systemd/system/passwright.service), back to" \\
      "$(version passwright.previous) $(print passwright.previous.backup), $(print /var/lib/passwright/passwright.db)" \\
      $(id -un passwright 2>/dev/null) $(ls | grep new)
  }
  reset() {
    rm -rf /usr/local/bin/* /var/lib/passwright /run/active /etc/systemd/system/passwright.service
    if id passwright >/dev/null 2>&1; then userdel passwright; fi
    mkdir /var/lib/passwright
    if [ "$from" = nothing ]; then return; fi
    useradd passwright
    cat >passwright <<'END'
${fakeRelease('1')}
END
    cat >passwright.previous <<'END'
${fakeRelease('0')}
END
    chmod 755 passwright*
    echo of 0 >passwright.previous.backup
    echo unit of 1 >/etc/systemd/system/passwright.service
    echo data of 1 >/var/lib/passwright/passwright.db
    chown -R passwright: /var/lib/passwright
    echo 1 >/run/active
  }`

const NEW = 'runs 9.9.9, is 9.9.9, unit of 9.9.9'
const UPGRADED = `${NEW}, back to 1 /var/lib/passwright/of-1.db, data of 9.9.9 passwright`
const BACK = 'runs 1, is 1, unit of 1, back to  , data of 1 passwright'

test.skipIf(!canInstall).each([
  ['an installation', 'fails', 'nothing', `${NEW}, back to  , data of 9.9.9 passwright`],
  ['an installation', 'is interrupted', 'nothing', `${NEW}, back to  , data of 9.9.9 passwright`],
  ['an upgrade', 'fails', 'a release', UPGRADED],
  ['an upgrade', 'is interrupted', 'a release', UPGRADED],
  ['going back', 'fails', 'an upgrade', BACK],
  ['going back', 'is interrupted', 'an upgrade', BACK],
])(
  '%s of which any step %s says what was changed, keeps a service, and can be repeated',
  async (_, how, from, done) => {
    await using files = await release(fakeRelease('9.9.9'))
    const { out, err, status } = await files.run(`export last how='${how}'; from='${from}'
    ${STEPS}
    upgrade() { attempt --from $files --site-url https://example.com; }
    act() { if [ "$from" = 'an upgrade' ]; then attempt --rollback; else upgrade; fi; }
    for last in $(seq 99); do
      reset
      if [ "$from" = 'an upgrade' ]; then
        step=$last; last=0; upgrade; last=$step
      fi
      echo "before: $(look)"
      act
      echo "after: $(look)"
      echo "said: $(tr '\\n' ' ' </run/out)"
      if [ $(wc -l </run/taken) -lt $last ]; then break; fi
      if grep -q 'Nothing was changed' /run/out; then continue; fi
      last=0
      act
      echo "again: $(look)"
    done`)
    expect([status, err]).toEqual([0, ''])
    const runs = out.split(/^before: /m).slice(1)
    expect(runs.length).toBeGreaterThan(5)
    for (const run of runs) {
      const [before, after, said, again = after] = run.trimEnd().split(/\n\w+: /)
      if (from !== 'nothing') expect(after).toMatch(/^runs [\d.]+, /)
      if (said?.includes('Nothing was changed.')) expect(after).toBe(before)
      else expect(again).toBe(done)
    }
  },
)

test('the installer has the key of the releases', () => {
  expect(SCRIPT.split('\n')).toContain(`key=${RELEASE_KEY}`)
})
