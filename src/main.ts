import { loadBuild, loadLicences } from '#build'
import { adminCommand } from './commands/admin.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { checkCommand } from './commands/check.ts'
import type { Command, Io } from './commands/command.ts'
import { completionCommand } from './commands/completion.ts'
import { generateCommand } from './commands/generate.ts'
import { healthCommand } from './commands/health.ts'
import { licencesCommand } from './commands/licences.ts'
import { onStop } from './commands/on-stop.ts'
import { postsCommand } from './commands/posts.ts'
import { restoreCommand } from './commands/restore.ts'
import { serveCommand } from './commands/serve.ts'
import { serviceCommand } from './commands/service.ts'
import { confirm, terminal } from './commands/terminal.ts'
import { StartError } from './errors.ts'
import { loadStrengthData } from './passwords/strength-data.ts'
import { VERSION } from './version.ts'

const READER_PATIENCE_MS = 1_000

const commands: Command[] = [
  serveCommand({ stopped: untilAskedToStop, onCrash, loadBuild }),
  adminCommand(terminal),
  backupCommand,
  restoreCommand({ confirm, onStop }),
  postsCommand,
  auditCommand,
  generateCommand,
  checkCommand({ input: terminal, loadStrengthData }),
  healthCommand,
  serviceCommand(process.execPath),
  completionCommand(() => commands),
  licencesCommand(loadLicences),
]

const io: Io = {
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
}

// A reader that is gone, or a log on a full disk, can't be told so; the server is worth more than its lines.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

// Whatever is written, the database above all, is for this user alone.
process.umask(0o077)
await end(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  const [word = 'serve', ...rest] = args
  if (word === '--help' || word === '-h') return say(overview())
  if (word === '--version' || word === '-v') return say(VERSION)

  const isFlag = word.startsWith('-')
  try {
    if (word === 'help') return say(rest[0] === undefined ? overview() : commandOf(rest[0]).help)
    const command = commandOf(isFlag ? 'serve' : word)
    if (rest.includes('--help') || rest.includes('-h')) return say(command.help)
    return await command.run(isFlag ? args : rest, io)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    io.err(`passwright: ${error.message}`)
    return 2
  }
}

function commandOf(word: string): Command {
  const command = commands.find(({ name }) => name === word)
  if (!command) throw new StartError(`Unknown command: ${word}. Run passwright --help for the list.`)
  return command
}

function say(text: string): number {
  io.out(text)
  return 0
}

function overview(): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`)
  return `passwright ${VERSION}: a password generator and strength checker for your own server

Usage: passwright [command] [flags]

${lines.join('\n')}

passwright COMMAND --help tells what a command takes. --version prints the version.`
}

function untilAskedToStop(): Promise<string> {
  return new Promise((resolve) => {
    process.on('SIGTERM', resolve)
    process.on('SIGINT', resolve)
  })
}

function onCrash(tell: (error: unknown) => void): void {
  const crash = (error: unknown) => {
    tell(error)
    return end(1)
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
}

/** What was printed goes out first: `process.exit` alone would cut it off behind a slow reader. */
async function end(status: number): Promise<never> {
  const streams = [process.stdout, process.stderr]
  const sent = streams.map((stream) => new Promise<void>((resolve) => stream.end(() => resolve())))
  await Promise.race([Promise.all(sent), Bun.sleep(READER_PATIENCE_MS)])
  process.exit(status)
}
