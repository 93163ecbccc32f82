import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type Config, readConfig, SETTING_FLAGS, SETTINGS } from '#src/config.ts'
import { requireReadable } from '#src/db/require-readable.ts'
import { StartError } from '#src/errors.ts'
import { readGivenFiles } from '#src/given-files.ts'
import { errorCode } from '#src/lib/error-code.ts'
import { type Flags, readFlags } from '#src/lib/flags.ts'
import type { Command, Io } from './command.ts'

const FLAGS = { ...SETTING_FLAGS, user: 'string', executable: 'string', check: 'string' } as const

const ENVIRONMENT_FILE = '/etc/passwright.env'
const STATE_ROOT = '/var/lib/'
const STATE = `${STATE_ROOT}passwright`

const help = `Usage: passwright service [--user NAME] [--executable FILE] [flags of serve]
       passwright service --check FILE

Prints a systemd unit that serves the site with the given settings. Save and start it:

  passwright service --site-url https://example.com >passwright.service
  sudo install -m 644 passwright.service /etc/systemd/system/
  sudo systemctl enable --now passwright

  --user NAME            run as this user (default: a dynamic user)
  --executable FILE      where the executable will be (default: where it is)
  --data FOLDER          where the database is kept (default ${STATE})

Also takes all flags of serve. Keys and tokens belong in ${ENVIRONMENT_FILE}, one NAME=value per line. Settings that a
start would refuse are refused, also together with those in this file, if you may read it. --check refuses the settings
of an existing unit.`

export function serviceCommand(path: string, environmentFile = ENVIRONMENT_FILE): Command {
  return {
    help,
    run: async (args, { out, err }) => {
      const flags = readFlags(args, FLAGS)
      const unit = flags.get('check')
      const others = readEnvironmentFile(environmentFile)
      if (typeof unit === 'string') {
        requireReadable(unit, `There is no file ${unit}.`)
        await checkSettings([], { ...settingsIn(readFileSync(unit, 'utf8')), ...others })
        return 0
      }
      const executable = resolve(String(flags.get('executable') ?? path))
      const settings = settingsOf(flags)
      const config = await checkSettings(settings, others)
      out(unitFor(executable, { settings, config, user: flags.get('user') }))
      if (/^\/(?:tmp|var\/tmp)\//.test(executable) || isInHome(executable))
        err(
          `Warning: the service may not be able to run ${executable}. Move it to a folder such as /usr/local/bin.`,
        )
      return 0
    },
  }
}

type Given = { flag: string; env: string; value: string }

/** With paths from the root, because the service runs in another folder. Throws StartError. */
function settingsOf(flags: Flags): Given[] {
  const all: Flags = new Map([['data', STATE], ['setup-code', 'always'], ...flags])
  return SETTINGS.flatMap(({ flag, env, value: kind, isSecret }) => {
    const value = all.get(flag)
    if (typeof value !== 'string') return []
    if (isSecret && !isBareAddress(value))
      throw new StartError(
        `All users of this machine can read unit files: put ${env} into ${ENVIRONMENT_FILE}.`,
      )
    return [{ flag, env, value: value && /^(?:FILE|FOLDER)$/.test(kind) ? resolve(value) : value }]
  })
}

/** An address without credentials, path or query, each of which can be secret. */
function isBareAddress(text: string): boolean {
  const { protocol, host } = URL.parse(text) ?? {}
  return Boolean(host) && text.replace(/\/$/, '') === `${protocol}//${host}`
}

/** Refuses what a start would refuse. Throws StartError. */
async function checkSettings(settings: Given[], env: Io['env']): Promise<Config> {
  // As in systemd, the file takes precedence.
  const flags = settings.filter(({ env: name }) => !env[name]).map(({ flag, value }) => `--${flag}=${value}`)
  const config = readConfig(flags, env)
  await readGivenFiles(config)
  return config
}

function readEnvironmentFile(path: string): Io['env'] {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    // Only root may read it.
    if (['ENOENT', 'EACCES'].includes(errorCode(error))) return {}
    throw error
  }
}

/** Of a unit that this command printed. */
const settingsIn = (unit: string): Io['env'] =>
  Object.fromEntries(
    Array.from(unit.matchAll(/^Environment="(\w+)=((?:[^"\\]|\\.)*)"$/gm), ([, name = '', value = '']) => [
      name,
      value.replace(/\\(.)/g, '$1').replaceAll('%%', '%'),
    ]),
  )

type Unit = { settings: Given[]; config: Config; user: string | true | undefined }

function unitFor(executable: string, { settings, config, user }: Unit): string {
  const data = config.dataDir
  const isNearRoot = config.port > 0 && config.port < 1024
  return `[Unit]
Description=Passwright
After=network-online.target
Wants=network-online.target

[Service]
Type=notify
ExecStart=${quoted(executable).replaceAll('$', '$$$$')} serve
${settings.map(({ env, value }) => `Environment=${quoted(`${env}=${value}`)}`).join('\n')}
EnvironmentFile=-${ENVIRONMENT_FILE}
${accountAndFolders(data, user)}${writableFolder(config.backupFolder, user)}
UMask=0077
Restart=on-failure
RestartSec=2
RestartPreventExitStatus=2
# An upgrade of a large database takes long.
TimeoutStartSec=infinity
TimeoutStopSec=20
LimitNOFILE=65536
LimitCORE=0
MemoryMax=2G
TasksMax=256

# The runtime compiles code while it runs, so MemoryDenyWriteExecute stays off.
AmbientCapabilities=${isNearRoot ? 'CAP_NET_BIND_SERVICE' : ''}
CapabilityBoundingSet=${isNearRoot ? 'CAP_NET_BIND_SERVICE' : ''}
KeyringMode=private
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProcSubset=pid
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=${[executable, data, ...settings.map(({ value }) => value)].some(isInHome) ? 'read-only' : 'yes'}
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources

[Install]
WantedBy=multi-user.target`
}

/** The service's user and its only writable folder, which systemd creates below /var/lib. */
function accountAndFolders(data: string, user: string | true | undefined): string {
  if (typeof user === 'string' && !/^[a-z_][a-z0-9_-]*$/i.test(user)) {
    throw new StartError('--user must be a valid user name.')
  }
  const account = typeof user === 'string' ? `User=${user}` : 'DynamicUser=yes'
  if (`${dirname(data)}/` === STATE_ROOT && /^[\w.-]+$/.test(data.slice(STATE_ROOT.length))) {
    return `${account}\nStateDirectory=${data.slice(STATE_ROOT.length)}\nStateDirectoryMode=0700`
  }
  if (user === undefined) {
    throw new StartError(`A data folder outside ${STATE_ROOT} needs an owner: add --user NAME.`)
  }
  return `${account}\nReadWritePaths=${quoted(data)}`
}

/** Ignored by systemd while it doesn't exist: a share may be mounted later. */
function writableFolder(folder: string | undefined, user: string | true | undefined): string {
  if (folder === undefined) return ''
  if (user === undefined)
    throw new StartError('The folder for copies of backups needs an owner: add --user NAME.')
  return `\nReadWritePaths=${quoted(`-${folder}`)}`
}

const isInHome = (path: string) => /^\/(?:home|root|run\/user)\//.test(path)

/** systemd quoting; a percent sign would start a specifier. */
function quoted(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new StartError('Each setting in a unit must be a single line.')
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`
}
