import { domainToASCII } from 'node:url'
import * as z from 'zod/mini'
import { BACKUP_KEEP, OFFSITE_KEEP, parseOffsiteKeep } from '#domain/backups.ts'
import { CONTACT_KEEP_DAYS_MAX, ContactInput } from '#domain/contacts.ts'
import { IMAGES_MB } from '#domain/images.ts'
import { WEBHOOK_FORMATS } from '#domain/notices.ts'
import { standardSettings } from '#domain/passwords/generator-settings.ts'
import { readStrictly } from '#domain/passwords/settings-link.ts'
import { StartError } from '#src/errors.ts'
import { parseRange } from '#src/lib/addresses.ts'
import { displayText } from '#src/lib/display-text.ts'
import { readFlags } from '#src/lib/flags.ts'
import { LOG_LEVELS } from '#src/lib/log-levels.ts'
import { readTarget } from '#src/lib/public-fetch/target.ts'
import { REMOVED } from '#src/lib/removed.ts'
import { parseS3Address } from '#src/lib/s3.ts'
import { type Environment, readSecret } from '#src/lib/secret-files.ts'
import { suggest } from '#src/lib/suggest.ts'
import { isPosixZone, readTimeZone } from '#src/lib/time-zone.ts'

type Setting = {
  /** By default, the variable's name in lowercase, with hyphens. */
  flag?: string
  /** By default, the property's name, like SITE_URL for siteUrl. */
  env?: string
  value: string
  about: string
  /** Variables of other programs, read if `env` is unset. */
  fallbacks?: readonly string[]
  /** The page of docs/ besides settings.md that explains it. */
  doc?: string
  /** Its variable can also be given as NAME_FILE, the path of a file with the value. */
  isSecret?: true
}

const settings = z.registry<Setting>()

const variableOf = (name: string) => name.replace(/(?<=[a-z\d])[A-Z]/g, '_$&').toUpperCase()

const SECRET_RULE = 'must have at least 16 characters and no spaces'
const CREDENTIALS_RULE = 'must not contain a username or a password'
const NO_EXTRAS_RULE = 'must not contain a username, a password, a query or a fragment'

const text = z.string().check(z.trim(), z.minLength(1, 'must not be empty'))
const like = (form: RegExp, rule: string) => z.string().check(z.regex(form, rule))
const wholeNumber = (min: number, max: number) => {
  const rule = `must be a number from ${min} to ${max}`
  const digits = z.pipe(like(/^\d{1,9}$/, rule), z.transform(Number))
  return z.pipe(digits, z.number().check(z.gte(min, rule), z.lte(max, rule)))
}
const secret = like(/^[\x21-\x7e]{16,}$/, SECRET_RULE)
const onOff = z.enum(['on', 'off'], 'must be on or off')
const zeroOrOne = z.pipe(
  z.enum(['0', '1'], 'must be 0 or 1'),
  z.transform((value) => value === '1'),
)
const webAddress = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be an address like ${example}`, abort: true })
const list = z.pipe(
  z.string(),
  z.transform((entries) => entries.split(/[\s,]+/).filter(Boolean)),
)

export const DEFAULT_SITE_NAME = 'Passwright'

const isOrigin = (url: string) => {
  const { pathname, username, password } = new URL(url)
  return pathname === '/' && !username && !password && !/[?#]/.test(url)
}

const isRange = (entry: string) => parseRange(entry) !== null

const isPlainAddress = (address: string) => {
  const { username, password, search, hash } = new URL(address)
  return username + password + search + hash === ''
}

const hasNoCredentials = (address: string) => {
  const { username, password } = new URL(address)
  return username + password === ''
}

const SMTP_RULE = 'must be an address like smtp://user:password@mail.example.com:587 or smtps://…'

/** A path or query would be silently ignored. */
const isMailServer = (address: string) => {
  const { pathname, search, hash, username, password } = new URL(address)
  return /^\/?$/.test(pathname) && search + hash === '' && isEncoded(username) && isEncoded(password)
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

/** A single bare address, also of a host without a domain: nothing that could inject headers or recipients. */
const MAIL_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i
const NOTIFIED_MAX = 10

/** Takes what the contact form takes. Mail servers know domains in ASCII only. */
const mailAddress = (rule: string) =>
  z
    .pipe(
      z
        .string()
        .check(
          z.refine(
            (text) => MAIL_ADDRESS.test(text) || ContactInput.shape.email.safeParse(text).success,
            rule,
          ),
        ),
      z.transform((text) => {
        const at = text.lastIndexOf('@') + 1
        const domain = text.slice(at)
        return text.slice(0, at) + (/^[\x21-\x7e]*$/.test(domain) ? domain : domainToASCII(domain))
      }),
    )
    .check(z.refine((text) => !text.endsWith('@'), rule))

/** RFC 9116 requires URIs, with https for pages. */
const CONTACTS = [/^mailto:[^\s@]+@[^\s@]+$/, /^https:\/\/\S+$/, /^tel:\+?[\d().-]+$/]
const isContact = (address: string) =>
  CONTACTS.some((form) => form.test(address)) && /^[\x21-\x7e]*$/.test(address) && URL.canParse(address)

const ADMIN_HOST_RULE = 'must be a host like admin.example.com'

const ACCENT_RULE = 'must be a color like #0f766e, or two such colors, the second for the dark theme'

const readHost = (text: string) => URL.parse(`https://${text}`)?.host.replace(/:80$/, '') ?? ''

const databaseAddress = z.url({
  protocol: /^(libsql|https?)$/,
  hostname: /./,
  error: 'must be a libsql://, https:// or http:// address',
})

/** Each entry defines a flag, its variable, validation and help line. */
const Settings = z.object({
  port: z._default(wholeNumber(0, 65_535), 3000).register(settings, {
    value: 'NUMBER',
    about: 'Port to listen on; 0 picks a free one (default 3000)',
  }),
  host: z
    ._default(text.check(z.regex(/^[\w.:%-]+$/, 'must be an address like 127.0.0.1 or ::')), '127.0.0.1')
    .register(settings, {
      value: 'ADDRESS',
      about: 'Address to listen on (default 127.0.0.1)',
    }),
  dataDir: z._default(text, './data').register(settings, {
    flag: 'data',
    value: 'FOLDER',
    about: 'Where the database is kept (default ./data)',
  }),
  secretsKeyFile: z.optional(text).register(settings, {
    value: 'FILE',
    about: 'Key to the secrets in the database (default secrets.key in the data folder)',
    doc: 'backups',
  }),
  siteUrl: z
    .optional(
      z.pipe(
        webAddress('https://example.com').check(
          z.refine(isOrigin, 'must be an origin such as https://example.com, without a path'),
        ),
        z.transform((url) => new URL(url).origin),
      ),
    )
    .register(settings, {
      value: 'URL',
      about: "The site's public address, such as https://example.com (default: the request's host)",
      doc: 'proxies',
    }),
  hstsSubdomains: z._default(onOff, 'off').register(settings, {
    value: 'on|off',
    about: 'Whether HSTS makes browsers require HTTPS on all subdomains, too (default off)',
  }),
  adminHost: z
    .optional(
      z.pipe(
        like(/^(?:[\p{L}\d_.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu, ADMIN_HOST_RULE).check(
          z.refine((host) => readHost(host) !== '', ADMIN_HOST_RULE),
        ),
        z.transform(readHost),
      ),
    )
    .register(settings, {
      value: 'HOST',
      about: 'The only host that serves the admin area and API; needs SITE_URL (default: all)',
      doc: 'proxies',
    }),
  siteName: z._default(displayText(60), DEFAULT_SITE_NAME).register(settings, {
    value: 'TEXT',
    about: `Name shown in titles (default ${DEFAULT_SITE_NAME})`,
    doc: 'customizing',
  }),
  logoFile: z.optional(text).register(settings, {
    flag: 'logo',
    value: 'FILE',
    about: 'Your logo, an SVG or PNG file, in the header, icons and link previews (default none)',
    doc: 'customizing',
  }),
  logoDarkFile: z.optional(text).register(settings, {
    flag: 'logo-dark',
    value: 'FILE',
    about: 'The same for the dark theme; needs LOGO_FILE (default: same as LOGO_FILE)',
    doc: 'customizing',
  }),
  accentColor: z
    .optional(
      z.pipe(
        z.pipe(
          z.pipe(
            z.string(),
            z.transform((list) => list.toLowerCase().split(/[\s,]+/)),
          ),
          z.array(like(/^#(?:[\da-f]{3}|[\da-f]{6})$/, ACCENT_RULE)).check(z.maxLength(2, ACCENT_RULE)),
        ),
        z.transform((colors) =>
          colors.map((color) => (color.length > 4 ? color : color.replace(/[^#]/g, '$&$&'))),
        ),
      ),
    )
    .register(settings, {
      value: 'COLOR',
      about: 'Color of buttons and links, like #0f766e; a second one is for the dark theme',
      doc: 'customizing',
    }),
  footerLine: z.optional(displayText(200)).register(settings, {
    value: 'TEXT',
    about: 'A line at the foot of every public page, such as © 2026 Example Ltd (default none)',
    doc: 'customizing',
  }),
  operator: z.optional(displayText(100)).register(settings, {
    value: 'TEXT',
    about: 'Who runs the site, for the privacy policy (default: not shown)',
    doc: 'customizing',
  }),
  operatorContact: z.optional(displayText(200)).register(settings, {
    value: 'TEXT',
    about: 'Postal or email address of the operator, for the privacy policy; needs OPERATOR',
    doc: 'customizing',
  }),
  trustProxy: z
    ._default(
      z.pipe(
        list,
        z.array(z.string().check(z.refine(isRange, 'must list addresses or ranges like 10.0.0.0/8'))),
      ),
      [],
    )
    .register(settings, {
      value: 'LIST',
      about: 'Proxy addresses or ranges whose forwarded headers count (default none)',
      doc: 'proxies',
    }),
  setupCode: z
    ._default(z.enum(['unless-local', 'always'], 'must be unless-local or always'), 'unless-local')
    .register(settings, {
      value: 'WHEN',
      about: 'Setup needs its code always, or unless-local: at first not on this machine (default)',
      doc: 'proxies',
    }),
  databaseUrl: z.optional(databaseAddress).register(settings, {
    value: 'URL',
    about: 'A libSQL server (default: the embedded database in the data folder)',
    doc: 'scaling',
    isSecret: true,
  }),
  databaseAuthToken: z.optional(text).register(settings, {
    value: 'TOKEN',
    about: 'Token for the libSQL server; the variable is safer, as flags show in process lists',
    isSecret: true,
  }),
  backupKeep: z._default(wholeNumber(0, BACKUP_KEEP.max), BACKUP_KEEP.default).register(settings, {
    value: 'NUMBER',
    about: `How many daily backups to keep; 0 makes none (default ${BACKUP_KEEP.default})`,
    doc: 'backups',
  }),
  backupS3Url: z
    .optional(
      z
        .string()
        .check(
          z.refine((text) => parseS3Address(text) !== null, 'must be an address like s3://bucket/prefix'),
        ),
    )
    .register(settings, {
      value: 'URL',
      about: 'S3 storage for copies of daily backups, like s3://bucket/prefix (default none)',
      doc: 'backups',
    }),
  backupFolder: z.optional(text).register(settings, {
    value: 'FOLDER',
    about: 'A folder for copies of daily backups, such as a network share (default none)',
    doc: 'backups',
  }),
  backupRecipients: z
    ._default(
      z.pipe(list, z.array(like(/^age1[a-z0-9]{20,4000}$/, 'must list age public keys like age1…'))),
      [],
    )
    .register(settings, {
      value: 'LIST',
      about: 'age public keys to which these copies are encrypted (default: not encrypted)',
      doc: 'backups',
    }),
  backupOffsiteKeep: z
    ._default(
      text.check(
        z.refine(
          (text) => parseOffsiteKeep(text) !== undefined,
          'must be numbers of days, weeks and months like 7d 4w 12m, or all',
        ),
      ),
      OFFSITE_KEEP,
    )
    .register(settings, {
      value: 'LIST',
      about: 'How many days, weeks and months of copies to keep, or all (default 7d 4w 12m)',
      doc: 'backups',
    }),
  s3AccessKeyId: z.optional(text).register(settings, {
    value: 'KEY',
    fallbacks: ['AWS_ACCESS_KEY_ID'],
    about: 'Access key for S3 storage (default AWS_ACCESS_KEY_ID)',
    doc: 'backups',
    isSecret: true,
  }),
  s3SecretAccessKey: z.optional(text).register(settings, {
    value: 'KEY',
    fallbacks: ['AWS_SECRET_ACCESS_KEY'],
    about: 'Its secret; the variable is safer than the flag (default AWS_SECRET_ACCESS_KEY)',
    doc: 'backups',
    isSecret: true,
  }),
  s3SessionToken: z.optional(text).register(settings, {
    value: 'TOKEN',
    fallbacks: ['AWS_SESSION_TOKEN'],
    about: 'Token of temporary keys (default AWS_SESSION_TOKEN)',
    doc: 'backups',
    isSecret: true,
  }),
  s3Endpoint: z
    .optional(text.check(z.refine((url) => !url.includes('@'), CREDENTIALS_RULE)))
    .register(settings, {
      value: 'URL',
      fallbacks: ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT'],
      about: "Address of S3 storage that isn't Amazon's (default AWS_ENDPOINT_URL_S3)",
      doc: 'backups',
    }),
  s3Region: z.optional(text).register(settings, {
    value: 'NAME',
    fallbacks: ['AWS_REGION'],
    about: 'Region of S3 storage (default AWS_REGION)',
    doc: 'backups',
  }),
  contactKeepDays: z.optional(wholeNumber(1, CONTACT_KEEP_DAYS_MAX)).register(settings, {
    value: 'NUMBER',
    about: 'After how many days messages from the contact form are deleted (default never)',
    doc: 'messages',
  }),
  imagesMb: z._default(wholeNumber(0, 999_999), IMAGES_MB).register(settings, {
    value: 'NUMBER',
    about: `How many MB the images of posts may take in total (default ${IMAGES_MB})`,
    doc: 'blog',
  }),
  publicDir: z.optional(text).register(settings, {
    flag: 'public',
    value: 'FOLDER',
    about: 'A folder of your own files to serve at the root, such as ads.txt (default none)',
  }),
  pagesDir: z.optional(text).register(settings, {
    flag: 'pages',
    value: 'FOLDER',
    about: 'A folder of Markdown files, each a page such as /imprint (default none)',
    doc: 'customizing',
  }),
  generatorDefaults: z
    .optional(
      z.pipe(
        z.string(),
        z.transform((text, context) => {
          const result = readStrictly(text, standardSettings)
          if ('settings' in result) return result.settings
          const message = `must be settings like length=20&symbols=off: ${result.error.replace(/\.$/, '')}`
          context.issues.push({ code: 'custom', input: text, message })
          return z.NEVER
        }),
      ),
    )
    .register(settings, {
      value: 'LINK',
      about: "The generator's settings for new visitors, in the form of its link (default none)",
      doc: 'customizing',
    }),
  wordListFile: z.optional(text).register(settings, {
    flag: 'word-list',
    value: 'FILE',
    about: 'Your own words for passphrases, one per line, at least 1,024 (default none)',
    doc: 'customizing',
  }),
  securityContact: z
    ._default(
      z.pipe(
        z.pipe(
          list,
          z.transform((entries) =>
            entries.map((entry) => (/^[^\s@:/]+@[^\s@:/]+$/.test(entry) ? `mailto:${entry}` : entry)),
          ),
        ),
        z.array(z.string().check(z.refine(isContact, 'must list email, https: or tel: addresses'))),
      ),
      [],
    )
    .register(settings, {
      value: 'LIST',
      about: 'Contacts for security reports, in /.well-known/security.txt (default: no such file)',
      doc: 'customizing',
    }),
  openaiApiKey: z
    .optional(text.check(z.regex(/^[\x21-\x7e]+$/, 'must not contain spaces or special characters')))
    .register(settings, {
      value: 'KEY',
      about: 'Key of the AI provider; the variable is safer, as flags show in process lists',
      doc: 'blog',
      isSecret: true,
    }),
  openaiBaseUrl: z
    .optional(webAddress('http://localhost:11434/v1').check(z.refine(isPlainAddress, NO_EXTRAS_RULE)))
    .register(settings, {
      value: 'URL',
      about: 'Base URL of an OpenAI-compatible API; key optional (default: OpenAI, with a key)',
      doc: 'blog',
    }),
  openaiModel: z._default(text, 'gpt-5-mini').register(settings, {
    value: 'NAME',
    about: 'The AI model that writes drafts (default gpt-5-mini)',
    doc: 'blog',
  }),
  analyzerAllowPrivate: z._default(zeroOrOne, false).register(settings, {
    value: '0|1',
    about: '1 lets the website analyzer read private addresses and any port (default 0)',
    doc: 'competitors',
  }),
  requireSecondStep: z
    ._default(
      z.pipe(
        onOff,
        z.transform((choice) => choice === 'on'),
      ),
      false,
    )
    .register(settings, {
      value: 'on|off',
      about: 'Whether every administrator needs a second step besides the password (default off)',
      doc: 'accounts',
    }),
  breachCheck: z._default(onOff, 'off').register(settings, {
    value: 'on|off',
    about: 'Lets visitors ask whether a password is in known leaks (default off)',
    doc: 'customizing',
  }),
  breachCheckUrl: z
    ._default(
      z.pipe(
        webAddress('https://example.com/range').check(z.refine(isPlainAddress, NO_EXTRAS_RULE)),
        z.transform((url) => url.replace(/(?<!\/)\/+$/, '')),
      ),
      'https://api.pwnedpasswords.com/range',
    )
    .register(settings, {
      value: 'URL',
      about: 'The leak service, or a mirror of it (default Have I Been Pwned)',
      doc: 'customizing',
    }),
  analyticsId: z
    .optional(like(/^[A-Z]{1,4}-[A-Z0-9-]{4,20}$/, 'must look like G-XXXXXXXXXX'))
    .register(settings, {
      value: 'ID',
      about: 'Google tag for public pages, in a frame of its own (default none)',
      doc: 'customizing',
    }),
  adSlotHtmlFile: z.optional(text).register(settings, {
    value: 'FILE',
    about: 'HTML for the ad on the home page, shown in a frame of its own (default none)',
    doc: 'customizing',
  }),
  seoRating: z._default(onOff, 'on').register(settings, {
    value: 'on|off',
    about: 'Rating in the structured data of the home page (default on)',
    doc: 'customizing',
  }),
  timeZone: z
    ._default(
      z.pipe(
        z.pipe(
          text,
          z.transform((zone) => readTimeZone(zone) ?? ''),
        ),
        z.string().check(z.minLength(1, 'must be a time zone like Europe/Berlin')),
      ),
      () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    )
    .register(settings, {
      env: 'TZ',
      value: 'ZONE',
      about: "Time zone for daily statistics and scheduled jobs (default: the machine's)",
    }),
  logFormat: z._default(z.enum(['json', 'text'], 'must be json or text'), 'text').register(settings, {
    value: 'json|text',
    about: 'Format of log lines (default text)',
    doc: 'operating',
  }),
  logLevel: z._default(z.enum(LOG_LEVELS, 'must be error, warn, info or debug'), 'info').register(settings, {
    value: 'LEVEL',
    about: 'Lowest level that is logged: error, warn, info or debug (default info)',
    doc: 'operating',
  }),
  accessLog: z._default(onOff, 'off').register(settings, {
    value: 'on|off',
    about: "A line for each request, without visitors' addresses (default off)",
    doc: 'operating',
  }),
  smtpUrl: z
    .optional(
      z
        .url({ protocol: /^smtps?$/, hostname: /./, error: SMTP_RULE, abort: true })
        .check(z.refine(isMailServer, SMTP_RULE)),
    )
    .register(settings, {
      value: 'URL',
      about: 'Mail server for notices, like smtp://user:password@host:587; needs NOTIFY_EMAIL',
      doc: 'messages',
      isSecret: true,
    }),
  smtpTls: z
    ._default(z.enum(['required', 'optional'], 'must be required or optional'), 'required')
    .register(settings, {
      value: 'required|optional',
      about: 'Whether outgoing mail needs TLS with a valid certificate (default required)',
      doc: 'messages',
    }),
  notifyEmail: z
    ._default(
      z.pipe(
        list,
        z
          .array(mailAddress('must list email addresses like ops@example.com'))
          .check(z.maxLength(NOTIFIED_MAX, `must list at most ${NOTIFIED_MAX} addresses`)),
      ),
      [],
    )
    .register(settings, {
      value: 'LIST',
      about: 'Email addresses that get notices of messages, failures and sign-ins; needs SMTP_URL',
      doc: 'messages',
    }),
  notifyFrom: z
    .optional(mailAddress('must be an email address like passwright@example.com'))
    .register(settings, {
      value: 'ADDRESS',
      about: 'Sender of these emails (default: the first address of NOTIFY_EMAIL)',
    }),
  webhookUrl: z
    .optional(webAddress('https://example.com/hook').check(z.refine(hasNoCredentials, CREDENTIALS_RULE)))
    .register(settings, {
      value: 'URL',
      about: 'URL that gets the same notices, such as a Slack or Discord webhook (default none)',
      doc: 'messages',
      isSecret: true,
    }),
  webhookSecret: z.optional(secret).register(settings, {
    value: 'SECRET',
    about: 'Signs each webhook request in X-Signature-256; the variable is safer than the flag',
    doc: 'messages',
    isSecret: true,
  }),
  webhookFormat: z
    .optional(z.enum(WEBHOOK_FORMATS, 'must be json, slack, discord or ntfy'))
    .register(settings, {
      value: 'FORMAT',
      about: 'Format of webhook requests: json, slack, discord or ntfy (default: by the host)',
      doc: 'messages',
    }),
  webhookAllowPrivate: z._default(zeroOrOne, false).register(settings, {
    value: '0|1',
    about: '1 lets WEBHOOK_URL be http:, a private address or any port (default 0)',
    doc: 'messages',
  }),
  metricsToken: z.optional(secret).register(settings, {
    value: 'TOKEN',
    about: 'Lets monitoring on other machines read /metrics (default: this machine only)',
    doc: 'operating',
    isSecret: true,
  }),
})

type Parsed = z.output<typeof Settings>

const together = (name: keyof Parsed, other: keyof Parsed) =>
  z.refine<Parsed>((parsed) => parsed[name] === undefined || parsed[other] !== undefined, {
    path: [name],
    error: `must be set together with ${variableOf(other)}`,
  })

const ConfigSchema = Settings.check(
  together('adminHost', 'siteUrl'),
  z.refine(({ adminHost, siteUrl }) => siteUrl === undefined || new URL(siteUrl).host !== adminHost, {
    path: ['adminHost'],
    error: 'must differ from the host of SITE_URL',
  }),
  together('logoDarkFile', 'logoFile'),
  z.refine(
    ({ generatorDefaults, wordListFile }) =>
      generatorDefaults?.passphrase.language !== 'own' || wordListFile !== undefined,
    { path: ['generatorDefaults'], error: 'must be set together with WORD_LIST_FILE to choose its words' },
  ),
  z.refine(({ smtpUrl, notifyEmail }) => smtpUrl === undefined || notifyEmail.length > 0, {
    path: ['smtpUrl'],
    error: 'must be set together with NOTIFY_EMAIL',
  }),
  z.refine(({ smtpUrl, notifyEmail }) => smtpUrl !== undefined || notifyEmail.length === 0, {
    path: ['notifyEmail'],
    error: 'must be set together with SMTP_URL',
  }),
  together('notifyFrom', 'smtpUrl'),
  together('webhookSecret', 'webhookUrl'),
  z.refine(
    ({ webhookUrl, webhookAllowPrivate }) =>
      webhookUrl === undefined ||
      webhookAllowPrivate ||
      (webhookUrl.startsWith('https:') && !('refusal' in readTarget(webhookUrl, false))),
    {
      path: ['webhookUrl'],
      error: 'must be https on a public host, at port 443 or 8443, unless WEBHOOK_ALLOW_PRIVATE is 1',
    },
  ),
  together('operatorContact', 'operator'),
  z.refine(({ backupKeep, backupS3Url, backupFolder }) => backupKeep > 0 || !(backupS3Url || backupFolder), {
    path: ['backupKeep'],
    error: 'must be at least 1 with BACKUP_S3_URL or BACKUP_FOLDER',
  }),
  together('backupS3Url', 's3AccessKeyId'),
  together('backupS3Url', 's3SecretAccessKey'),
)

/** A setting that isn't left at its default. `text` is as written. */
type Given = { name: string; source: 'flag' | 'environment' | 'file'; text: string }

/** `siteUrl` is an origin without a trailing slash; paths are as given. */
export type Config = z.output<typeof ConfigSchema> & {
  given: readonly Given[]
  /** Paths of files with secrets, by the variables that name them. */
  secretFiles: Readonly<Record<string, string>>
}

export const SETTINGS = Object.entries(Settings.shape).flatMap(([name, schema]) => {
  const setting = settings.get(schema)
  const { env = variableOf(name) } = setting ?? {}
  return setting ? [{ name, flag: env.toLowerCase().replaceAll('_', '-'), ...setting, env }] : []
})

export const SETTING_FLAGS = Object.fromEntries(SETTINGS.map(({ flag }) => [flag, 'string' as const]))

/** Whether the time zone is given as rules, which are ignored. */
export function ignoresTimeZone(args: string[], env: Environment): boolean {
  const given = readFlags(args, SETTING_FLAGS).get('tz') ?? env.TZ
  return typeof given === 'string' && isPosixZone(given.trim())
}

/** Variables that were removed, or whose names are one mistake away from a setting's; each with what to do. */
export function doubtfulVariables(env: Environment) {
  const known = SETTINGS.flatMap(({ env, fallbacks = [], isSecret }) =>
    [env, ...fallbacks].flatMap((name) => (isSecret ? [name, `${name}_FILE`] : name)),
  )
  return Object.keys(env).flatMap((variable) => {
    const hint = known.includes(variable) ? null : (REMOVED.get(variable) ?? suggest(variable, known, 1))
    return hint && env[variable] ? [{ variable, hint }] : []
  })
}

/** Flags override variables; empty variables are unset. Throws StartError for unknown flags and malformed values or files. */
export function readConfig(args: string[], env: Environment): Config {
  const flags = readFlags(args, SETTING_FLAGS)
  const given = SETTINGS.flatMap(({ name, flag, env: variable, fallbacks = [], isSecret }): Given[] => {
    const value = flags.get(flag)
    if (value !== undefined) return [{ name, source: 'flag', text: String(value) }]
    for (const known of [variable, ...fallbacks]) {
      const text = env[known]?.trim()
      const read = isSecret ? readSecret(env, known) : text ? { text, source: 'environment' as const } : null
      if (read) return [{ name, ...read }]
    }
    return []
  })
  const secretFiles = Object.fromEntries(
    SETTINGS.filter(({ isSecret }) => isSecret)
      .flatMap(({ env: variable, fallbacks = [] }) => [variable, ...fallbacks])
      .flatMap((variable) => {
        const path = env[`${variable}_FILE`]?.trim()
        return path ? [[`${variable}_FILE`, path]] : []
      }),
  )
  const texts = Object.fromEntries(given.map(({ name, text }) => [name, text]))
  // It runs once: compiling the schema would take longer.
  const parsed = ConfigSchema.safeParse(texts, { jitless: true })
  if (parsed.success) return { ...parsed.data, given, secretFiles }

  const issue = parsed.error.issues[0]
  const culprit = SETTINGS.find(({ name }) => name === issue?.path[0])
  const source = given.find(({ name }) => name === culprit?.name)?.source
  const names = {
    flag: `--${culprit?.flag}`,
    environment: culprit?.env,
    file: `The file of ${culprit?.env}_FILE`,
  }
  throw new StartError(`${names[source ?? 'environment']} ${issue?.message}.`)
}

export const adminOrigin = ({ adminHost, siteUrl }: Pick<Config, 'adminHost' | 'siteUrl'>): string | null =>
  adminHost === undefined || siteUrl === undefined ? null : `${new URL(siteUrl).protocol}//${adminHost}`
