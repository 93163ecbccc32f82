import { expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#src/errors.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { serviceCommand } from './service.ts'

/** Warnings stand below the unit. */
async function unit(
  args: string[] = [],
  executable = '/usr/local/bin/passwright',
  environmentFile = '/no/such/file',
): Promise<string> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const io = { env: { PORT: '1' }, out: print, err: print }
  expect(await serviceCommand(executable, environmentFile).run(args, io)).toBe(0)
  return lines.join('\n')
}

const refusalOf = (...given: Parameters<typeof unit>): Promise<unknown> =>
  unit(...given).catch((error: unknown) => error)

test('the unit runs this executable as a dynamic user with one writable folder', async () => {
  const text = await unit()
  for (const line of [
    'ExecStart="/usr/local/bin/passwright" serve',
    'Environment="DATA_DIR=/var/lib/passwright"',
    'Environment="SETUP_CODE=always"',
    'DynamicUser=yes',
    'StateDirectory=passwright',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'CapabilityBoundingSet=',
    'NoNewPrivileges=yes',
    'LimitCORE=0',
    'MemoryMax=2G',
    'TasksMax=256',
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged @resources',
    'Type=notify',
    'RestartPreventExitStatus=2',
    'WantedBy=multi-user.target',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).not.toMatch(/^MemoryDenyWriteExecute/m)
  expect(text).not.toMatch(/PORT|Warning/)
})

test('settings become environment variables, escaped for systemd', async () => {
  const lines = (
    await unit(['--port', '80', '--site-name', '100% "Keys" \\ $HOME', '--tz=UTC'], '/opt/a $b 5%/pw')
  ).split('\n')
  expect(lines).toContain('ExecStart="/opt/a $$b 5%%/pw" serve')
  expect(lines).toContain('Environment="PORT=80"')
  expect(lines).toContain('Environment="SITE_NAME=100%% \\"Keys\\" \\\\ $HOME"')
  expect(lines).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE')
  expect(lines).toContain('CapabilityBoundingSet=CAP_NET_BIND_SERVICE')
})

test('setup on this machine needs no code if the settings say so', async () => {
  const text = await unit(['--setup-code', 'unless-local'])
  expect(text.match(/SETUP_CODE=[\w-]+/g)).toEqual(['SETUP_CODE=unless-local'])
})

test('data outside /var/lib belongs to the given user', async () => {
  const lines = (await unit(['--data', '/home/ada/site data', '--user', 'ada'])).split('\n')
  expect(lines).toContain('User=ada')
  expect(lines).toContain('ReadWritePaths="/home/ada/site data"')
  expect(lines).toContain('ProtectHome=read-only')
  expect(lines.filter((line) => /^(?:DynamicUser|StateDirectory)/.test(line))).toEqual([])
  expect((await unit(['--data', '/var/lib/keys'])).split('\n')).toContain('StateDirectory=keys')
})

test('files and folders are absolute, readable in a home folder, and copies of backups can be written', async () => {
  const flags = ['--secrets-key-file', 'a b.key', '--backup-folder', '/home/ada/my site']
  const lines = (await unit([...flags, '--user', 'ada'])).split('\n')
  expect(lines).toContain(`Environment="SECRETS_KEY_FILE=${process.cwd()}/a b.key"`)
  expect(lines).toContain('ProtectHome=read-only')
  expect(lines).toContain('ReadWritePaths="-/home/ada/my site"')
  expect(lines).toContain('StateDirectory=passwright')
})

test.each([
  [['--backup-folder', '/mnt/share'], 'The folder for copies of backups needs an owner: add --user NAME.'],
  [['--data', '/srv/site'], 'A data folder outside /var/lib/ needs an owner: add --user NAME.'],
  [['--port', 'many'], '--port must be a number from 0 to 65535.'],
  [['--color', 'red'], 'Unknown flag: --color'],
  [['--user', 'ada\nExecStart=/bin/sh'], '--user must be a valid user name.'],
  [['--logo', '/no/logo.svg'], "The logo /no/logo.svg can't be used: it can't be read."],
  [['--check', '/no/unit'], 'There is no file /no/unit.'],
  [['--openai-model', 'a\nb'], 'Each setting in a unit must be a single line.'],
  [
    ['--openai-api-key', 'sk-secret'],
    'All users of this machine can read unit files: put OPENAI_API_KEY into /etc/passwright.env.',
  ],
  [
    ['--s3-secret-access-key', 'secret'],
    'All users of this machine can read unit files: put S3_SECRET_ACCESS_KEY into /etc/passwright.env.',
  ],
  [
    ['--metrics-token', '0123456789abcdef'],
    'All users of this machine can read unit files: put METRICS_TOKEN into /etc/passwright.env.',
  ],
])('%j prints no unit', async (args, sentence) => {
  expect(await refusalOf(args)).toHaveProperty('message', sentence)
})

test('a secret inside an address is refused, but not a plain address', async () => {
  for (const address of ['libsql://db.example', 'http://127.0.0.1:8080/'])
    expect(await unit(['--database-url', address])).toContain(`"DATABASE_URL=${address}"`)
  const refused = new StartError(
    'All users of this machine can read unit files: put DATABASE_URL into /etc/passwright.env.',
  )
  for (const secret of ['libsql://x?authToken=y', 'libsql://ada:y@x', 'https://x/y', 'libsql://x#y'])
    expect(await refusalOf(['--database-url', secret])).toEqual(refused)
})

test('settings are checked together with those in the environment file, and those of an existing unit', async () => {
  using folder = temporaryFolder()
  const [file, saved] = [join(folder.path, 'env'), join(folder.path, 'unit')]
  const flags = ['--notify-email', 'a@b.example', '--site-name', '100% "Keys" \\']
  expect(await refusalOf(flags)).toEqual(new StartError('--notify-email must be set together with SMTP_URL.'))
  writeFileSync(file, '# Mail\nSMTP_URL="smtp://ada:secret@mail.example"\n')
  writeFileSync(saved, await unit(flags, undefined, file))
  expect(await unit(['--check', saved], undefined, file)).toBe('')
  expect(await refusalOf(['--check', saved])).toEqual(
    new StartError('NOTIFY_EMAIL must be set together with SMTP_URL.'),
  )
  writeFileSync(file, 'SMTP_URL=smtp://mail.example\nPORT=many\n')
  expect(await refusalOf([...flags, '--port', '80'], undefined, file)).toEqual(
    new StartError('PORT must be a number from 0 to 65535.'),
  )
})

test.each(['/tmp/passwright', '/var/tmp/passwright', '/home/ada/passwright', '/root/passwright'])(
  'warns that a service may not be able to run %s',
  async (path) => {
    const warning = `Warning: the service may not be able to run ${path}. Move it to a folder such as /usr/local/bin.`
    expect(await unit([], path)).toEndWith(`\n${warning}`)
    expect(await unit(['--executable', '/usr/bin/passwright'], path)).not.toContain(path)
  },
)

const hasSystemd = Bun.which('systemd-analyze') !== null

test(`systemd accepts the unit${hasSystemd ? '' : ' (systemd not installed)'}`, async () => {
  using folder = temporaryFolder()
  const executable = join(folder.path, 'pass wright')
  writeFileSync(executable, '')
  chmodSync(executable, 0o755)
  const file = join(folder.path, 'passwright.service')
  const flags = [
    '--user',
    'root',
    '--backup-folder',
    '/mnt/a b',
    '--port',
    '443',
    '--site-name',
    '50% "off"',
    '--trust-proxy',
    '10.0.0.0/8, ::1',
  ]
  writeFileSync(file, await unit(flags, executable))
  expect(await Bun.file(file).text()).toContain('[Install]')
  if (!hasSystemd) return
  const { stdout, stderr, exitCode } = Bun.spawnSync(['systemd-analyze', 'verify', '--man=no', file])
  expect([exitCode, stdout.toString(), stderr.toString()]).toEqual([0, '', ''])
})
