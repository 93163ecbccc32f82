import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import {
  adminOrigin,
  type Config,
  doubtfulVariables,
  ignoresTimeZone,
  readConfig,
  SETTINGS,
} from '#src/config.ts'
import type { Demo } from '#src/demo/demo.ts'
import { StartError, TemporaryStartError } from '#src/errors.ts'
import { isLoopbackName } from '#src/http/local-requests.ts'
import { chunks } from '#src/lib/chunks.ts'
import { asStartError, isDiskFull } from '#src/lib/disk-full.ts'
import { keyAdvice } from '#src/lib/key-file.ts'
import { isPublicAddress } from '#src/lib/public-fetch/public-address.ts'
import { readS3Address } from '#src/lib/s3.ts'
import { createLog } from '#src/log.ts'
import { run } from '#src/run.ts'
import { CONFIRMATION, WITHOUT_CODE } from '#src/sessions/setup.ts'
import type { SiteBuild } from '#src/site/build.ts'
import { VERSION } from '#src/version.ts'
import type { Command, Io } from './command.ts'

type Process = {
  /** Resolves with the signal that stops the process. */
  stopped(): Promise<string>
  /** Calls `report` with an uncaught error before the process exits. */
  onCrash(report: (error: unknown) => void): void
  onListening(): void
  loadBuild(): Promise<SiteBuild>
}

const DEMO = 'demo'

/** Runs until a stop signal. */
export function serveCommand({ stopped, onCrash, onListening, loadBuild }: Process): Command {
  return {
    help: helpText(),
    run: async (args, io) => {
      try {
        return await serve(args, io)
      } catch (error) {
        const known = asStartError(error)
        const failure = isDiskFull(known) ? new TemporaryStartError(known.message, { cause: error }) : known
        if (!logsJson(args, io.env)) throw failure
        createLog({ format: 'json', now: () => new Date(), write: io.out }).error('start failed', failure)
        return failure instanceof TemporaryStartError ? 1 : 2
      }
    },
  }

  async function serve(args: string[], { env, out, err }: Io): Promise<number> {
    const settings = args.filter((arg) => arg !== `--${DEMO}`)
    const given = readConfig(settings, env)
    const isDemo = settings.length < args.length
    if (isDemo && settings.some((arg) => /^--data(?:=|$)/.test(arg))) {
      throw new StartError('--demo uses a temporary folder: start it without --data.')
    }
    using demo = isDemo ? await openDemo(given) : null
    const config = demo?.config ?? given
    if (config.openaiBaseUrl) bypassProxy(config.openaiBaseUrl)
    const output = { format: config.logFormat, now: () => new Date(), write: out }
    const log = createLog({ ...output, level: config.logLevel })
    onCrash((error) => log.error('crashed', error))

    // Listen right away: as process 1 of a container, signals without a handler are ignored.
    const stopSignal = stopped()
    const running = await run(config, { log, build: await loadBuild(), demo })
    onListening()
    if (env.NOTIFY_SOCKET) {
      const { notifyReady } = await import('#src/lib/notify-systemd.ts')
      try {
        notifyReady(env.NOTIFY_SOCKET)
      } catch (error) {
        log.error('systemd does not know that the server has started', error)
      }
    }
    const { url, databaseLocation, setupUrl, codeWaivedUntil, unconfirmed } = running
    const newKeyFile = demo ? null : running.newKeyFile
    if (demo) {
      // Not in the log, which may be kept.
      err(`Demo: everything is made up and is deleted when the server stops.
Sign in at ${adminOrigin(config) ?? config.siteUrl ?? url}/admin/login as ${demo.accounts.join(', ')}.
The password for all of them is ${demo.password}`)
    }
    // Logged at every level: without the link, setup from another machine is impossible.
    const start = createLog(output)
    if (config.logFormat === 'json') {
      start.info('listening', { url, data: databaseLocation, version: VERSION })
      if (setupUrl)
        start.info('no administrator yet', { setupUrl, codeWaivedUntil: codeWaivedUntil?.toISOString() })
      if (newKeyFile)
        start.info('created the key to the secrets in the database', {
          newKeyFile,
          advice: keyAdvice(newKeyFile),
        })
    } else {
      const listening = `Passwright ${VERSION} is listening on ${url}, data in ${databaseLocation}`
      const setup = setupUrl && `Create the first administrator at ${setupUrl}`
      const waiver = codeWaivedUntil && waiverText(codeWaivedUntil, config)
      const key = newKeyFile && keyAdvice(newKeyFile)
      out([listening, setup, waiver, key].filter(Boolean).join('\n'))
    }
    if (unconfirmed) {
      const { username, createdAt } = unconfirmed
      start.warn(WITHOUT_CODE, { username, createdAt, confirm: CONFIRMATION })
    }

    for (const { variable, hint } of doubtfulVariables(env))
      log.warn('a variable is not a setting', { variable, hint })

    if (ignoresTimeZone(settings, env)) {
      log.warn('rules of a time zone are ignored; set a name like Europe/Berlin', {
        setting: 'TZ',
        timeZone: config.timeZone,
      })
    }

    for (const { setting, event, isUnsafe } of demo ? [] : UNSAFE_SETTINGS)
      if (isUnsafe(config)) log.warn(event, { setting })

    log.info('stopping', { signal: await stopSignal })
    await running.stop()
    log.info('stopped')
    return 0
  }
}

const UNSAFE_SETTINGS: { setting: string; event: string; isUnsafe(config: Config): boolean }[] = [
  {
    setting: 'ANALYZER_ALLOW_PRIVATE',
    event: 'the website analyzer may read private addresses and every port',
    isUnsafe: ({ analyzerAllowPrivate }) => analyzerAllowPrivate,
  },
  {
    setting: 'SITE_URL',
    event: 'links use the host that each request names, which its sender can choose',
    isUnsafe: ({ siteUrl, host }) => siteUrl === undefined && !isLoopbackName(host),
  },
  {
    setting: 'BACKUP_S3_URL',
    event: 'copies of backups are sent over http without encryption; set BACKUP_RECIPIENTS, or use https',
    isUnsafe: ({ backupS3Url, backupRecipients, s3Endpoint }) => {
      if (backupS3Url === undefined || backupRecipients.length > 0) return false
      const url = URL.parse(readS3Address(backupS3Url).endpoint ?? s3Endpoint ?? '')
      return url?.protocol === 'http:' && !isLoopbackName(url.hostname)
    },
  },
]

/** Also of arguments that can't be read. */
function logsJson(args: string[], env: Io['env']): boolean {
  const options = { 'log-format': { type: 'string' } } as const
  const { values } = parseArgs({ args, options, strict: false, allowPositionals: true })
  return (values['log-format'] ?? env.LOG_FORMAT?.trim()) === 'json'
}

function waiverText(until: Date, { timeZone }: Config): string {
  const time = until.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' })
  return `Until ${time}, programs on this machine can do so without the code; SETUP_CODE=always prevents that.`
}

/** Loaded on demand. */
async function openDemo(config: Config): Promise<Demo> {
  const { openDemo } = await import('#src/demo/demo.ts')
  return openDemo(config, { now: () => new Date(), parent: tmpdir() })
}

function helpText(): string {
  const rows = SETTINGS.map(({ flag, env, value, about }) => [`--${flag} ${value}`, env, about])
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const lines = rows.map(
    ([flag = '', env = '', about = '']) => `  ${flag.padEnd(width(0))}  ${env.padEnd(width(1))}  ${about}`,
  )
  const secrets = SETTINGS.filter(({ isSecret }) => isSecret).map(({ env }) => `${env}_FILE`)
  return `Usage: passwright serve [flags]
       passwright serve --demo [flags]

Serves the site and its API. A flag takes precedence over its environment variable. With --demo, the site has two months
of made-up posts, messages, users and figures, in a temporary folder that is deleted when the server stops; --data and
DATABASE_URL can't be used with it.

${lines.join('\n')}

Each secret can also be in a file, whose path is in the variable with _FILE:

${chunks(secrets, 4)
  .map((names) => `  ${names.join('  ')}`)
  .join('\n')}`
}

/** Bun sends requests to any host through HTTP_PROXY, but a proxy elsewhere can't reach this machine or its network. */
function bypassProxy(address: string): void {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  const isLocal =
    isIP(host) === 0 ? !host.includes('.') || /\.(?:local|internal|lan)$/.test(host) : !isPublicAddress(host)
  const others = process.env.NO_PROXY ?? process.env.no_proxy
  if (isLocal) process.env.NO_PROXY = others ? `${others},${host}` : host
}
