import { dirname, resolve } from 'node:path'
import { readConfig, SETTING_FLAGS, SETTINGS } from '#src/config.ts'
import { StartError } from '#src/errors.ts'
import { type Flags, readFlags } from '#src/lib/flags.ts'
import type { Command } from './command.ts'

const FLAGS = { ...SETTING_FLAGS, user: 'string' } as const

const ENVIRONMENT_FILE = '/etc/passwright.env'
const STATE_ROOT = '/var/lib/'
const STATE = `${STATE_ROOT}passwright`

/** World-readable unit files take no secrets; the token of a database is a setting of its own. */
const SECRETS = SETTINGS.filter(({ isSecret, env }) => isSecret && !/^DATABASE_.*URL$/.test(env))

const help = `Usage: passwright service [--user NAME] [flags of serve]

Prints a systemd unit that serves the site with the given settings. Save and start it:

  passwright service --site-url https://example.com | sudo tee /etc/systemd/system/passwright.service
  sudo systemctl enable --now passwright

  --user NAME            run as this user (default: a dynamic user)
  --data FOLDER          where the database is kept (default ${STATE})

Also takes all flags of serve. Keys and tokens belong in ${ENVIRONMENT_FILE}, one NAME=value per line.`

export function serviceCommand(executable: string): Command {
  return {
    help,
    run: async (args, { out }) => {
      const flags = readFlags(args, FLAGS)
      refuseSecrets(flags)
      out(unitFor(executable, flags))
      return 0
    },
  }
}

function refuseSecrets(flags: Flags): void {
  const variable = SECRETS.find(({ flag }) => flags.has(flag))?.env
  if (!variable) return
  throw new StartError(
    `All users of this machine can read unit files: put ${variable} into ${ENVIRONMENT_FILE}.`,
  )
}

function unitFor(executable: string, flags: Flags): string {
  const given = SETTINGS.flatMap(({ flag, env, value: kind }) => {
    const value = flags.get(flag)
    if (typeof value !== 'string') return []
    // The service runs in another folder.
    return [{ flag, env, value: value && /^(?:FILE|FOLDER)$/.test(kind) ? resolve(value) : value }]
  })
  // Rejects settings that would make the service fail at startup.
  const config = readConfig(
    given.map(({ flag, value }) => `--${flag}=${value}`),
    {},
  )
  const data = flags.has('data') ? resolve(config.dataDir) : STATE
  const settings = [
    ...given.filter(({ flag }) => flag !== 'data'),
    { env: 'DATA_DIR', value: data },
    ...(flags.has('setup-code') ? [] : [{ env: 'SETUP_CODE', value: 'always' }]),
  ]
  const isNearRoot = config.port > 0 && config.port < 1024
  return `[Unit]
Description=Passwright
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=${quoted(executable).replaceAll('$', '$$$$')} serve
${settings.map(({ env, value }) => `Environment=${quoted(`${env}=${value}`)}`).join('\n')}
EnvironmentFile=-${ENVIRONMENT_FILE}
${accountAndFolders(data, flags.get('user'))}${writableFolder(config.backupFolder, flags.get('user'))}
UMask=0077
Restart=on-failure
RestartSec=2
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
ProtectHome=${[executable, data, ...given.map(({ value }) => value)].some(isInHome) ? 'read-only' : 'yes'}
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
