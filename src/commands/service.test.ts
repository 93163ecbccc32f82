import { expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#src/errors.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { serviceCommand } from './service.ts'

async function unit(args: string[] = [], executable = '/usr/local/bin/passwright'): Promise<string> {
  const lines: string[] = []
  const io = { env: { PORT: '1' }, out: (line: string) => void lines.push(line), err: () => undefined }
  expect(await serviceCommand(executable).run(args, io)).toBe(0)
  return lines.join('\n')
}

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
    'WantedBy=multi-user.target',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).not.toMatch(/^MemoryDenyWriteExecute/m)
  expect(text).not.toContain('PORT')
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
  const flags = ['--logo', 'a b.svg', '--pages', '/home/ada/pages', '--backup-folder', '/mnt/share/my site']
  const lines = (await unit([...flags, '--user', 'ada'])).split('\n')
  expect(lines).toContain(`Environment="LOGO_FILE=${process.cwd()}/a b.svg"`)
  expect(lines).toContain('ProtectHome=read-only')
  expect(lines).toContain('ReadWritePaths="-/mnt/share/my site"')
  expect(lines).toContain('StateDirectory=passwright')
})

test.each([
  [['--backup-folder', '/mnt/share'], 'The folder for copies of backups needs an owner: add --user NAME.'],
  [['--data', '/srv/site'], 'A data folder outside /var/lib/ needs an owner: add --user NAME.'],
  [['--port', 'many'], '--port must be a number from 0 to 65535.'],
  [['--color', 'red'], 'Unknown flag: --color'],
  [['--user', 'ada\nExecStart=/bin/sh'], '--user must be a valid user name.'],
  [['--ad-slot-html-file', 'a\nb'], 'Each setting in a unit must be a single line.'],
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
  const refusal: unknown = await unit(args).catch((error) => error)
  expect(refusal).toEqual(new StartError(sentence))
})

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
