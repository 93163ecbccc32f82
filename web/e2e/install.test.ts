import { expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** A release of the executable for every Linux, on a server, and the script with its key. */
async function release() {
  const folder = temporaryFolder()
  const files = join(folder.path, 'release')
  mkdirSync(files)
  const sum = new Bun.CryptoHasher('sha256').update(await Bun.file(EXECUTABLE).bytes()).digest('hex')
  const names = ['x64', 'x64-baseline', 'arm64', 'x64-musl', 'arm64-musl'].map(
    (name) => `passwright-linux-${name}`,
  )
  for (const name of names) copyFileSync(EXECUTABLE, join(files, name))
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
      const install = `install() { sh ${script} "$@"; }; from=http://127.0.0.1:${server.port}`
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
    install --from $from --site-url https://example.com --trust-proxy 127.0.0.1
    cp /etc/systemd/system/passwright.service /run/unit
    mkdir -m 700 /var/lib/passwright && chown passwright: /var/lib/passwright
    ${CREATE}
    install --from $from
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
    /^install\.sh: 9\.9\.9 is older than 10\.0\.0, which is installed\. Nothing was changed\./,
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
})

test('the installer has the key of the releases', () => {
  expect(SCRIPT.split('\n')).toContain(`key=${RELEASE_KEY}`)
})
