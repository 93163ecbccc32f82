import { expect, test } from 'bun:test'
import { symlinkSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { standardSettings } from '#domain/passwords/generator-settings.ts'
import { serveCommand } from '#src/commands/serve.ts'
import { adminOrigin, readConfig, SETTINGS } from './config.ts'
import { StartError } from './errors.ts'
import { temporaryFolder } from './testing/folder.ts'

type Read = { args?: string[]; env?: Record<string, string> }

function configError({ args = [], env = {} }: Read): unknown {
  try {
    return readConfig(args, env)
  } catch (error) {
    return error
  }
}

const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kudqydemsz4x8mr'

/** A valid non-default value per setting, and its parsed form. */
const VALUES: Record<string, [string, unknown]> = {
  port: ['8080', 8080],
  host: ['::1', '::1'],
  'secrets-key-file': ['/run/secrets/key', '/run/secrets/key'],
  data: ['/srv/passwright', '/srv/passwright'],
  'site-url': ['https://Example.com:443/', 'https://example.com'],
  'hsts-subdomains': ['on', 'on'],
  'admin-host': ['Admin.Example.com:443', 'admin.example.com'],
  'site-name': ['Schlüssel & Co', 'Schlüssel & Co'],
  logo: ['logo.svg', 'logo.svg'],
  'logo-dark': ['logo-dark.svg', 'logo-dark.svg'],
  'accent-color': ['#0F766E, #abc', ['#0f766e', '#aabbcc']],
  'footer-line': ['© 2026 Schlüssel & Co', '© 2026 Schlüssel & Co'],
  operator: ['Schlüssel & Co GmbH', 'Schlüssel & Co GmbH'],
  'operator-contact': ['Hauptstraße 1, Berlin', 'Hauptstraße 1, Berlin'],
  'trust-proxy': ['10.0.0.0/8, 2001:db8::1', ['10.0.0.0/8', '2001:db8::1']],
  'setup-code': ['always', 'always'],
  'database-url': ['libsql://db.example.com', 'libsql://db.example.com'],
  'database-auth-token': ['secret', 'secret'],
  'backup-keep': ['30', 30],
  'backup-s3-url': ['s3://bucket/site?region=eu-central-1', 's3://bucket/site?region=eu-central-1'],
  'backup-folder': ['/mnt/share/site', '/mnt/share/site'],
  'backup-recipients': [RECIPIENT, [RECIPIENT]],
  'backup-offsite-keep': ['30d, 6m', '30d, 6m'],
  's3-access-key-id': ['AKIA', 'AKIA'],
  's3-secret-access-key': ['secret', 'secret'],
  's3-session-token': ['token', 'token'],
  's3-endpoint': ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  's3-region': ['eu-central-1', 'eu-central-1'],
  'images-mb': ['2000', 2000],
  'generator-defaults': [
    'length=20',
    { ...standardSettings, options: { ...standardSettings.options, length: 20 } },
  ],
  'word-list': ['words.txt', 'words.txt'],
  public: ['files', 'files'],
  pages: ['pages', 'pages'],
  'security-contact': [
    'a@b.example, https://b.example/report',
    ['mailto:a@b.example', 'https://b.example/report'],
  ],
  'openai-api-key': ['sk-abc', 'sk-abc'],
  'openai-base-url': ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
  'openai-model': ['llama3.2', 'llama3.2'],
  'analyzer-allow-private': ['1', true],
  'require-second-step': ['on', true],
  'breach-check': ['on', 'on'],
  'breach-check-url': ['https://mirror.example/range/', 'https://mirror.example/range'],
  'analytics-id': ['G-ABCD1234', 'G-ABCD1234'],
  'ad-slot-html-file': ['ad.html', 'ad.html'],
  'seo-rating': ['off', 'off'],
  tz: ['Pacific/Auckland', 'Pacific/Auckland'],
  'log-format': ['json', 'json'],
  'log-level': ['warn', 'warn'],
  'access-log': ['on', 'on'],
  'contact-keep-days': ['90', 90],
  'smtp-url': ['smtp://mail.example:587', 'smtp://mail.example:587'],
  'smtp-tls': ['optional', 'optional'],
  'notify-email': ['a@b.example, c@d.example', ['a@b.example', 'c@d.example']],
  'notify-from': ['site@b.example', 'site@b.example'],
  'webhook-url': ['https://hooks.example/x', 'https://hooks.example/x'],
  'webhook-secret': ['0123456789abcdef', '0123456789abcdef'],
  'webhook-format': ['slack', 'slack'],
  'webhook-allow-private': ['1', true],
  'metrics-token': ['0123456789abcdef', '0123456789abcdef'],
}

const REQUIRED: Record<string, Record<string, string>> = {
  'admin-host': { SITE_URL: 'https://example.com' },
  'logo-dark': { LOGO_FILE: 'logo.svg' },
  'backup-s3-url': { S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret' },
  'smtp-url': { NOTIFY_EMAIL: 'a@b.example' },
  'notify-email': { SMTP_URL: 'smtp://mail.example' },
  'notify-from': { SMTP_URL: 'smtp://mail.example', NOTIFY_EMAIL: 'a@b.example' },
  'webhook-secret': { WEBHOOK_URL: 'https://hooks.example/x' },
  'operator-contact': { OPERATOR: 'Schlüssel & Co GmbH' },
}

const setting = (flag: string) => SETTINGS.find((known) => known.flag === flag)

test('the default is a server for this machine only, on port 3000', () => {
  expect(readConfig([], { TZ: 'UTC' })).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    hstsSubdomains: 'off',
    securityContact: [],
    siteName: 'Passwright',
    trustProxy: [],
    setupCode: 'unless-local',
    backupKeep: 7,
    backupRecipients: [],
    backupOffsiteKeep: '7d 4w 12m',
    imagesMb: 500,
    openaiModel: 'gpt-5-mini',
    analyzerAllowPrivate: false,
    requireSecondStep: false,
    breachCheck: 'off',
    breachCheckUrl: 'https://api.pwnedpasswords.com/range',
    seoRating: 'on',
    timeZone: 'UTC',
    logFormat: 'text',
    logLevel: 'info',
    accessLog: 'off',
    smtpTls: 'required',
    notifyEmail: [],
    webhookAllowPrivate: false,
    given: [{ name: 'timeZone', source: 'environment', text: 'UTC' }],
    secretFiles: {},
  })
})

test('every setting has a valid value to test', () => {
  expect(SETTINGS.map(({ flag }) => flag).sort()).toEqual(Object.keys(VALUES).sort())
})

test.each(Object.entries(VALUES))('--%s is read from its flag and its variable', (flag, [text, read]) => {
  const { name, env } = setting(flag) ?? { name: '', env: '' }
  const needed = REQUIRED[flag] ?? {}
  expect(readConfig([`--${flag}`, text], needed)).toHaveProperty(name, read)
  expect(readConfig([`--${flag}=${text}`], needed)).toHaveProperty(name, read)
  expect(readConfig([], { ...needed, [env]: text })).toHaveProperty(name, read)
  expect(readConfig([], { ...needed, [env]: ` ${text}\r\n` })).toHaveProperty(name, read)
})

test.each([
  ['info@münchen.example', 'info@xn--mnchen-3ya.example'],
  ['почта@пример.example', 'почта@xn--e1afmkfd.example'],
  ['bücher@straße.example', 'bücher@xn--strae-oqa.example'],
  ['box@例え.テスト', 'box@xn--r8jz45g.xn--zckzah'],
  ["o'neil@MÜNCHEN.example", "o'neil@xn--mnchen-3ya.example"],
  ['root@localhost', 'root@localhost'],
])('the notified address %s becomes %s', (address, sent) => {
  const config = readConfig([], { SMTP_URL: 'smtp://mail.example', NOTIFY_EMAIL: `a@b.example ${address}` })
  expect(config.notifyEmail).toEqual(['a@b.example', sent])
})

const SECRETS = SETTINGS.filter(({ isSecret }) => isSecret)

test.each(SECRETS.map(({ flag }) => flag))(
  '--%s is read from the file that its variable with _FILE names',
  (flag) => {
    using folder = temporaryFolder()
    const { name, env } = setting(flag) ?? { name: '', env: '' }
    const [text = '', read] = VALUES[flag] ?? []
    const needed = REQUIRED[flag] ?? {}
    for (const written of [text, `${text}\n`, `\ufeff${text}\r\n`]) {
      writeFileSync(`${folder.path}/secret`, written)
      const config = readConfig([], { ...needed, [`${env}_FILE`]: ` ${folder.path}/secret ` })
      expect(config).toHaveProperty(name, read)
      expect(config.given).toContainEqual({ name, source: 'file', text })
    }
    expect(readConfig([`--${flag}`, text], { ...needed, [`${env}_FILE`]: 'missing' })).toHaveProperty(
      name,
      read,
    )
    expect(readConfig([], { [`${env}_FILE`]: '' })).toEqual(readConfig([], {}))
    expect(configError({ env: { ...needed, [env]: text, [`${env}_FILE`]: 'missing' } })).toEqual(
      new StartError(`Set either ${env} or ${env}_FILE, not both.`),
    )
  },
)

test.each([
  ['missing', "doesn't exist"],
  ['.', 'is not a file'],
  ['empty', 'is empty'],
  ['blank', 'is empty'],
  ['large', 'is larger than 64 KB'],
  ['binary', 'must contain a single line of text'],
  ['lines', 'must contain a single line of text'],
  ['loop', "can't be read: ELOOP"],
  ['short', 'must have at least 16 characters and no spaces'],
])(
  'the file %j of a secret prevents startup with an error that repeats neither path nor content',
  (file, state) => {
    using folder = temporaryFolder()
    const contents = {
      empty: '',
      blank: ' \n\n',
      large: 'canary'.repeat(11_000),
      binary: Uint8Array.of(0x63, 0xff),
      lines: 'canary-0123456789\nmore',
      short: 'canary',
    }
    for (const [name, content] of Object.entries(contents)) writeFileSync(`${folder.path}/${name}`, content)
    symlinkSync('loop', `${folder.path}/loop`)
    const error = configError({ env: { METRICS_TOKEN_FILE: `${folder.path}/${file}` } })
    expect(String(error)).toBe(`StartError: The file of METRICS_TOKEN_FILE ${state}.`)
  },
)

test('a flag overrides its variable, even a malformed one', () => {
  expect(readConfig(['--port', '81'], { PORT: '82' }).port).toBe(81)
  expect(readConfig(['--port', '81'], { PORT: 'many' }).port).toBe(81)
})

test.each(SETTINGS.map(({ flag, env }) => [env, flag]))('an empty %s counts as not set', (env, flag) => {
  const untouched = readConfig([], {})
  expect(readConfig([], { [env]: '' })).toEqual(untouched)
  expect(readConfig([], { [env]: ' \t ' })).toEqual(untouched)
  expect(setting(flag)?.env).toBe(env)
})

test('an empty list of proxies trusts none', () => {
  expect(readConfig(['--trust-proxy='], {}).trustProxy).toEqual([])
})

const PORT = 'must be a number from 0 to 65535.'
const DEFAULTS = 'must be settings like length=20&symbols=off:'
const HOST = 'must be an address like 127.0.0.1 or ::.'
const SITE_URL = 'must be an address like https://example.com.'
const CONTACT = 'must list email, https: or tel: addresses.'
const SITE_ROOT = 'must be an origin such as https://example.com, without a path.'
const ADMIN_HOST = 'must be a host like admin.example.com.'
const DATABASE_URL = 'must be a libsql://, https:// or http:// address.'
const PROXY = 'must list addresses or ranges like 10.0.0.0/8.'
const KEEP = 'must be a number from 0 to 1000.'
const ANALYTICS = 'must look like G-XXXXXXXXXX.'
const ACCENT = 'must be a color like #0f766e, or two such colors, the second for the dark theme.'
const DIRECTION = 'must not contain characters that change the direction of text.'
const SMTP = 'must be an address like smtp://user:password@mail.example.com:587 or smtps://….'
const WEBHOOK = 'must be https on a public host, at port 443 or 8443, unless WEBHOOK_ALLOW_PRIVATE is 1.'
const ZONE = 'must be a time zone like Europe/Berlin.'

test.each([
  ['port', '65536', PORT],
  ['port', '-1', PORT],
  ['port', '1.5', PORT],
  ['port', '0x50', PORT],
  ['port', '1e3', PORT],
  ['port', '８０', PORT],
  ['port', '100000', PORT],
  ['port', 'http', PORT],
  ['host', '', 'must not be empty.'],
  ['generator-defaults', 'length=7', `${DEFAULTS} length must be a whole number from 8 to 64.`],
  ['generator-defaults', 'color=red', `${DEFAULTS} setting 1 has an unknown name.`],
  ['generator-defaults', 'language=own', 'must be set together with WORD_LIST_FILE to choose its words.'],
  ['host', 'my server', HOST],
  ['host', 'http://localhost', HOST],
  ['host', '[::1]', HOST],
  ['data', '  ', 'must not be empty.'],
  ['hsts-subdomains', 'yes', 'must be on or off.'],
  ['security-contact', 'example.com', CONTACT],
  ['security-contact', 'http://example.com/report', CONTACT],
  ['security-contact', 'a@b.example, javascript:alert(1)', CONTACT],
  ['security-contact', 'https://b.example/ü', CONTACT],
  ['site-url', 'example.com', SITE_URL],
  ['site-url', 'https://', SITE_URL],
  ['site-url', 'ftp://example.com', SITE_URL],
  ['site-url', 'javascript:alert(1)', SITE_URL],
  ['site-url', 'https://a b', SITE_URL],
  ['site-url', 'https://example.com:99999', SITE_URL],
  ['site-url', 'https://example.com/shop', SITE_ROOT],
  ['site-url', 'https://example.com/?a', SITE_ROOT],
  ['site-url', 'https://example.com#a', SITE_ROOT],
  ['site-url', 'https://me:secret@example.com', SITE_ROOT],
  ['admin-host', '', ADMIN_HOST],
  ['admin-host', 'https://admin.example.com', ADMIN_HOST],
  ['admin-host', 'admin.example.com/admin', ADMIN_HOST],
  ['admin-host', 'me@admin.example.com', ADMIN_HOST],
  ['admin-host', 'admin.example.com:', ADMIN_HOST],
  ['admin-host', 'admin.example.com:99999', ADMIN_HOST],
  ['admin-host', 'admin example.com', ADMIN_HOST],
  ['admin-host', '1.2.3.4.5', ADMIN_HOST],
  ['admin-host', '[::1', ADMIN_HOST],
  ['admin-host', 'a.example, b.example', ADMIN_HOST],
  ['admin-host', 'admin.example.com', 'must be set together with SITE_URL.'],
  ['s3-endpoint', 'https://user:secret@s3.example.com', 'must not contain a username or a password.'],
  [
    'backup-s3-url',
    's3://site?endpoint=https://user:secret@s3.example.com',
    'must be an address like s3://bucket/prefix.',
  ],
  ['site-name', '', 'must not be empty.'],
  ['site-name', 'x'.repeat(61), 'must be at most 60 characters.'],
  ['site-name', 'two\nlines', 'must be a single line.'],
  ['site-name', 'two\u2028lines', 'must be a single line.'],
  ['site-name', '\u200b', 'must not be empty.'],
  ['site-name', 'moc.knab\u202e', DIRECTION],
  ['logo', '', 'must not be empty.'],
  ['logo-dark', 'dark.svg', 'must be set together with LOGO_FILE.'],
  ['accent-color', 'teal', ACCENT],
  ['accent-color', '#12345', ACCENT],
  ['accent-color', '#123456}html{', ACCENT],
  ['accent-color', '#111,#222,#333', ACCENT],
  ['accent-color', '#111,', ACCENT],
  ['footer-line', '©\u2066', DIRECTION],
  ['footer-line', 'x'.repeat(201), 'must be at most 200 characters.'],
  ['operator', 'x'.repeat(101), 'must be at most 100 characters.'],
  ['operator-contact', 'two\nlines', 'must be a single line.'],
  ['operator-contact', 'Berlin', 'must be set together with OPERATOR.'],
  ['trust-proxy', 'proxy.example.com', PROXY],
  ['trust-proxy', '10.0.0.1, nobody', PROXY],
  ['trust-proxy', '10.0.0.0/33', PROXY],
  ['trust-proxy', '10.0.0.0/', PROXY],
  ['trust-proxy', '10.0.0.0/8/8', PROXY],
  ['trust-proxy', '10', PROXY],
  ['trust-proxy', '10.1', PROXY],
  ['trust-proxy', '010.0.0.1', PROXY],
  ['trust-proxy', '2001:db8::/129', PROXY],
  ['database-url', 'file:data.db', DATABASE_URL],
  ['database-url', 'ws://db.example.com', DATABASE_URL],
  ['database-url', 'libsql://', DATABASE_URL],
  ['database-url', 'db.example.com', DATABASE_URL],
  ['database-auth-token', '', 'must not be empty.'],
  ['database-auth-token', '', 'must not be empty.'],
  ['backup-keep', '-1', KEEP],
  ['backup-keep', '1001', KEEP],
  ['backup-keep', 'all', KEEP],
  ['images-mb', '-1', 'must be a number from 0 to 999999.'],
  ['public', '', 'must not be empty.'],
  ['pages', '', 'must not be empty.'],
  ['analyzer-allow-private', 'true', 'must be 0 or 1.'],
  ['contact-keep-days', '0', 'must be a number from 1 to 9999.'],
  ['contact-keep-days', '10000', 'must be a number from 1 to 9999.'],
  ['contact-keep-days', '1.5', 'must be a number from 1 to 9999.'],
  ['smtp-url', 'mail.example', SMTP],
  ['smtp-url', 'https://mail.example', SMTP],
  ['smtp-url', 'smtp://', SMTP],
  ['smtp-url', 'smtp://mail.example/?pool=true', SMTP],
  ['smtp-url', 'smtp://me:50%@mail.example', SMTP],
  ['smtp-url', 'smtp://mail.example', 'must be set together with NOTIFY_EMAIL.'],
  ['smtp-tls', 'off', 'must be required or optional.'],
  ['notify-email', 'ops@münchen', 'must list email addresses like ops@example.com.'],
  ['notify-email', 'ops@xn--a\u00ad.example', 'must list email addresses like ops@example.com.'],
  ['notify-email', '"a\u202eb"@münchen.example', 'must list email addresses like ops@example.com.'],
  ['notify-email', 'ada', 'must list email addresses like ops@example.com.'],
  ['notify-email', 'Ada <a@b.example>', 'must list email addresses like ops@example.com.'],
  ['notify-email', 'a@b.example\r\nBcc:c@d.example', 'must list email addresses like ops@example.com.'],
  ['notify-email', 'a@b.example', 'must be set together with SMTP_URL.'],
  ['notify-from', 'a@b.example\nBcc: c@d.example', 'must be an email address like passwright@example.com.'],
  ['notify-from', 'a@b.example', 'must be set together with SMTP_URL.'],
  ['webhook-url', 'hooks.example', 'must be an address like https://example.com/hook.'],
  ['webhook-url', 'https://me:secret@hooks.example/', 'must not contain a username or a password.'],
  ['webhook-url', 'http://hooks.example/', WEBHOOK],
  ['webhook-url', 'https://hooks.example:9000/', WEBHOOK],
  ['webhook-url', 'https://127.0.0.1/', WEBHOOK],
  ['webhook-url', 'https://localhost/', WEBHOOK],
  ['webhook-secret', 'short', 'must have at least 16 characters and no spaces.'],
  ['webhook-secret', '0123456789abcdef', 'must be set together with WEBHOOK_URL.'],
  ['webhook-format', 'teams', 'must be json, slack, discord or ntfy.'],
  ['webhook-allow-private', 'true', 'must be 0 or 1.'],
  ['analyzer-allow-private', '01', 'must be 0 or 1.'],
  ['analytics-id', 'G-ABC', ANALYTICS],
  ['analytics-id', "G-ABCD');alert(1)", ANALYTICS],
  ['analytics-id', 'G-ABCD1234\n', ANALYTICS],
  ['ad-slot-html-file', '', 'must not be empty.'],
  ['seo-rating', 'ON', 'must be on or off.'],
  ['tz', 'Middle/Earth', ZONE],
  ['tz', ':/no/such/file', ZONE],
  ['tz', '', 'must not be empty.'],
  ['log-format', 'xml', 'must be json or text.'],
  ['log-level', 'silly', 'must be error, warn, info or debug.'],
  ['access-log', 'yes', 'must be on or off.'],
  ['metrics-token', '0123456789abcde', 'must have at least 16 characters and no spaces.'],
  ['metrics-token', '0123456789 abcdef', 'must have at least 16 characters and no spaces.'],
])('--%s %j prevents startup with a one-sentence error that names it', (flag, text, sentence) => {
  expect(configError({ args: [`--${flag}=${text}`] })).toEqual(new StartError(`--${flag} ${sentence}`))

  const variable = setting(flag)?.env ?? ''
  if (text.trim() === '' || text !== text.trim()) return
  expect(configError({ env: { [variable]: text } })).toEqual(new StartError(`${variable} ${sentence}`))
})

test.each([
  [['--color', 'red'], 'Unknown flag: --color'],
  [['start'], 'Unexpected argument: start'],
  [['--port', '1', '2'], 'Unexpected argument: 2'],
  [['--port'], '--port needs a value'],
])('%j prevents startup', (args, sentence) => {
  expect(configError({ args })).toEqual(new StartError(sentence))
})

test.each([
  ['https://example.com', 'Example.com'],
  ['https://example.com', 'example.com:443'],
  ['http://example.com', 'example.com:80'],
  ['http://localhost:3000', 'localhost:3000'],
])("with the site at %s, the admin host can't be %s", (site, host) => {
  expect(configError({ args: ['--site-url', site, '--admin-host', host] })).toEqual(
    new StartError('--admin-host must differ from the host of SITE_URL.'),
  )
})

test('the admin host has the scheme of the site', () => {
  const read = (site: string, host: string) => readConfig(['--site-url', site, '--admin-host', host], {})
  expect(adminOrigin(read('https://example.com', 'admin.example.com'))).toBe('https://admin.example.com')
  expect(adminOrigin(read('http://localhost:3000', '127.0.0.1:3000'))).toBe('http://127.0.0.1:3000')
  expect(adminOrigin(readConfig(['--site-url', 'https://example.com'], {}))).toBe(null)
})

test('an error never repeats a value, which may be a secret', () => {
  const flags = SETTINGS.map(({ flag }) => flag)
  fc.assert(
    fc.property(fc.constantFrom(...flags), fc.stringMatching(/^[!-~]{12,30}$/), (flag, text) => {
      const answer = configError({ args: [`--${flag}=${text}`] })
      if (!(answer instanceof Error)) return
      expect(answer).toBeInstanceOf(StartError)
      expect(answer.message).not.toContain(text)
      expect(answer.message).toMatch(/^--[a-z\d-]+ must [^\n]+\.$/)
    }),
  )
})

test('the help of serve lists every setting with its flag, variable and description', () => {
  const { help } = serveCommand({
    stopped: () => Promise.reject(new Error('not started')),
    onCrash: () => undefined,
    onListening: () => undefined,
    loadBuild: () => Promise.reject(new Error('not started')),
  })
  for (const { flag, env, value, about } of SETTINGS) {
    expect(help).toMatch(
      new RegExp(`^  --${flag} ${RegExp.escape(value)} +${env} +${RegExp.escape(about)}$`, 'm'),
    )
  }
  for (const { env } of SECRETS) expect(help).toContain(`${env}_FILE`)
  expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(140)
})
