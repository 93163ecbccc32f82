import { loadBuild, loadLicenses } from '#build'
import type { Command, Io, NamedCommand } from './commands/command.ts'
import { onStop, STOP_SIGNALS } from './commands/on-stop.ts'
import { StartError, TemporaryStartError } from './errors.ts'
import { asStartError } from './lib/disk-full.ts'
import { REMOVED } from './lib/removed.ts'
import { suggest } from './lib/suggest.ts'
import { VERSION } from './version.ts'

const STDOUT_DRAIN_MS = 1_000

const commands: NamedCommand[] = [
  {
    name: 'serve',
    summary: 'Serve the site (the default)',
    load: async () =>
      (await import('./commands/serve.ts')).serveCommand({
        stopped: untilStopSignal,
        onCrash,
        onListening: compileHotCode,
        loadBuild,
      }),
  },
  {
    name: 'admin',
    summary: 'Create and list administrators, and reset their passwords or second steps',
    load: async () => (await import('./commands/admin.ts')).adminCommand((await loadTerminal()).terminal),
  },
  {
    name: 'backup',
    summary: 'Copy the database to a file or to S3 storage',
    load: async () => {
      const { backupCommand } = await import('./commands/backup.ts')
      return backupCommand({ onStop })
    },
  },
  {
    name: 'restore',
    summary: 'Replace the database with a backup',
    load: async () => {
      const { restoreCommand } = await import('./commands/restore.ts')
      return restoreCommand({ confirm: (await loadTerminal()).confirm, onStop })
    },
  },
  {
    name: 'copy',
    summary: 'Copy the database to another folder or libSQL server',
    load: async () => (await import('./commands/copy.ts')).copyCommand,
  },
  {
    name: 'contacts',
    summary: "Export or delete one person's messages",
    load: async () => {
      const { contactsCommand } = await import('./commands/contacts.ts')
      return contactsCommand({ confirm: (await loadTerminal()).confirm })
    },
  },
  {
    name: 'posts',
    summary: 'Export the blog to files, or import it',
    load: async () => (await import('./commands/posts.ts')).postsCommand,
  },
  {
    name: 'secrets',
    summary: 'Change or reset the key to the secrets in the database',
    load: async () => {
      const { secretsCommand } = await import('./commands/secrets.ts')
      return secretsCommand({ confirm: (await loadTerminal()).confirm })
    },
  },
  {
    name: 'generate',
    summary: 'Print random passwords or passphrases',
    load: async () => (await import('./commands/generate.ts')).generateCommand,
  },
  {
    name: 'check',
    summary: 'Rate a password',
    load: async () => {
      const { loadStrengthData } = await import('./passwords/strength-data.ts')
      const { checkCommand } = await import('./commands/check.ts')
      return checkCommand({ input: (await loadTerminal()).terminal, loadStrengthData })
    },
  },
  {
    name: 'health',
    summary: 'Check that the running server and its database respond',
    load: async () => (await import('./commands/health.ts')).healthCommand,
  },
  {
    name: 'service',
    summary: 'Print a hardened unit for systemd',
    load: async () => (await import('./commands/service.ts')).serviceCommand(process.execPath),
  },
  {
    name: 'verify',
    summary: 'Verify checksum and signature of a downloaded release',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  {
    name: 'licenses',
    summary: 'Print the licenses of this program and its components',
    load: async () => (await import('./commands/licenses.ts')).licensesCommand(loadLicenses),
  },
]

const loadTerminal = () => import('./commands/terminal.ts')

const io: Io = {
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
}

// A closed pipe or full disk must not stop the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

// Files, above all the database, are private to this user.
process.umask(0o077)
await end(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  const [word = 'serve', ...rest] = args
  if (word === '--help' || word === '-h') return print(overview())
  if (word === '--version' || word === '-v') return print(VERSION)

  const isFlag = word.startsWith('-')
  try {
    if (word === 'help') return print(rest[0] === undefined ? overview() : (await commandOf(rest[0])).help)
    const name = isFlag ? 'serve' : word
    const command = await commandOf(name)
    if (rest.includes('--help') || rest.includes('-h')) return print(command.help)
    if (name !== 'serve') compileHotCode()
    return await command.run(isFlag ? args : rest, io)
  } catch (error) {
    io.err(`passwright: ${asStartError(error).message}`)
    return error instanceof TemporaryStartError ? 1 : 2
  }
}

/** The executable starts with a higher threshold; see scripts/compile.ts. */
function compileHotCode(): void {
  Bun.unsafe.setJITPolicy(1)
}

async function commandOf(word: string): Promise<Command> {
  const command = commands.find(({ name }) => name === word)
  if (command) return command.load()
  const names = commands.map(({ name }) => name)
  const hint = suggest(word, names) ?? 'Run passwright --help for the list.'
  throw new StartError(REMOVED.get(word) ?? `Unknown command: ${word}. ${hint}`)
}

function print(text: string): number {
  io.out(text)
  return 0
}

function overview(): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`)
  return `passwright ${VERSION}: a password generator and strength checker for your own server

Usage: passwright [command] [flags]

${lines.join('\n')}

Run passwright COMMAND --help for the flags of a command. --version prints the version.`
}

function untilStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) process.on(signal, resolve)
  })
}

function onCrash(logCrash: (error: unknown) => void): void {
  const crash = (error: unknown) => {
    logCrash(error)
    return end(1)
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
}

/** `process.exit` would drop output that a slow reader hasn't received. */
async function end(status: number): Promise<never> {
  const streams = [process.stdout, process.stderr]
  const sent = streams.map((stream) => new Promise<void>((resolve) => stream.end(() => resolve())))
  await Promise.race([Promise.all(sent), Bun.sleep(STDOUT_DRAIN_MS)])
  process.exit(status)
}
