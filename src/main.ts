import { loadBuild, loadLicences } from '#build'
import { adminCommand } from './commands/admin.ts'
import type { Command, Io } from './commands/command.ts'
import { generateCommand } from './commands/generate.ts'
import { healthCommand } from './commands/health.ts'
import { licencesCommand } from './commands/licences.ts'
import { serveCommand } from './commands/serve.ts'
import { terminal } from './commands/terminal.ts'
import { StartError } from './errors.ts'
import { VERSION } from './version.ts'

const commands: Command[] = [
  serveCommand({ stopped: untilAskedToStop, onCrash, loadBuild }),
  adminCommand(terminal),
  generateCommand,
  healthCommand,
  licencesCommand(loadLicences),
]

const io: Io = {
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
}

// Whatever is written, the database above all, is for this user alone.
process.umask(0o077)
process.exit(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  const [word = 'serve', ...rest] = args
  if (word === '--help' || word === '-h' || word === 'help') return say(overview())
  if (word === '--version' || word === '-v') return say(VERSION)

  const isFlag = word.startsWith('-')
  const command = commands.find(({ name }) => name === (isFlag ? 'serve' : word))
  try {
    if (!command) throw new StartError(`Unknown command: ${word}`)
    if (rest.includes('--help') || rest.includes('-h')) return say(command.help)
    return await command.run(isFlag ? args : rest, io)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    io.err(`passwright: ${error.message}`)
    return 2
  }
}

function say(text: string): number {
  io.out(text)
  return 0
}

function overview(): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`)
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
  const end = (error: unknown) => {
    tell(error)
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
