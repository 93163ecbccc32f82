import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { SETTINGS } from '#src/config.ts'
import { StartError } from '#src/errors.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { adminCommand } from './admin.ts'
import { auditCommand } from './audit.ts'
import type { Command, NamedCommand } from './command.ts'
import { completionCommand } from './completion.ts'
import { generateCommand } from './generate.ts'
import { postsCommand } from './posts.ts'
import { serveCommand } from './serve.ts'

const never = () => Promise.reject(new Error('not asked for'))

const CODE: Record<string, () => Command> = {
  serve: () =>
    serveCommand({
      stopped: never,
      onCrash: () => undefined,
      onListening: () => undefined,
      loadBuild: never,
    }),
  admin: () => adminCommand({ readAll: never, askSecretly: never }),
  posts: () => postsCommand,
  audit: () => auditCommand,
  generate: () => generateCommand,
  completion: () => completionCommand(COMMANDS),
}

const COMMANDS: NamedCommand[] = Object.entries(CODE).map(([name, make]) => ({
  name,
  summary: `Words for ${name}: one's \\ "own"`,
  load: async () => make(),
}))

async function scriptFor(shell: string): Promise<string> {
  const lines: string[] = []
  const io = { env: {}, out: (line: string) => void lines.push(line), err: () => undefined }
  await completionCommand(COMMANDS).run([shell], io)
  return lines.join('\n')
}

/** Commands that complete the typed words in each shell. */
const SHELLS: Record<string, string[]> = {
  bash: [
    'bash',
    '--norc',
    '-c',
    `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _passwright; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
  ],
  zsh: [
    'zsh',
    '-fc',
    'compdef() { : }; compadd() { shift; print -rl -- $@ }; source "$1"; shift; words=("$@"); CURRENT=$#; _passwright',
    'zsh',
  ],
  fish: ['fish', '--no-config', '-c', 'source $argv[1]; complete -C (string join -- " " $argv[2..])'],
}

/** A shell's suggestions after these words; the last word may be empty or partial. */
async function offered(shell: string, ...words: string[]): Promise<string[]> {
  using folder = temporaryFolder()
  const file = join(folder.path, shell)
  await Bun.write(file, await scriptFor(shell))
  const command = [...(SHELLS[shell] ?? []), file, 'passwright', ...words]
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, { cwd: folder.path })
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
  const lines = stdout.toString().split('\n').filter(Boolean)
  // Fish adds descriptions; zsh returns all words and filters them itself.
  return lines.map((line) => line.split('\t')[0] ?? '').filter((line) => line.startsWith(words.at(-1) ?? ''))
}

const installed = Object.keys(SHELLS).filter((shell) => Bun.which(shell))

test('in fish, descriptions are quoted', async () => {
  const script = await scriptFor('fish')
  const [line = ''] = script.split('\n').filter((line) => line.includes('-a generate'))
  expect(line).toEndWith(` -d 'Words for generate: one\\'s \\\\ "own"'`)
})

test('bash is available to test completion', () => {
  expect(installed).toContain('bash')
})

for (const shell of installed) {
  test(`${shell} completes commands, subcommands, flags and flag values`, async () => {
    expect(await offered(shell, 'ge')).toEqual(['generate'])
    expect((await offered(shell, '')).filter((word) => !word.startsWith('-')).sort()).toEqual(
      COMMANDS.map(({ name }) => name).sort(),
    )
    expect((await offered(shell, 'admin', '')).filter((word) => !word.startsWith('-')).sort()).toEqual([
      'confirm-setup',
      'create',
      'list',
      'reset-password',
      'reset-second-step',
    ])
    expect((await offered(shell, 'admin', 'create', '--')).sort()).toEqual([
      '--data',
      '--database-auth-token',
      '--database-url',
      '--email',
      '--help',
      '--password-stdin',
      '--role',
      '--username',
    ])
    const flags = [...SETTINGS.map(({ flag }) => `--${flag}`), '--demo']
    expect((await offered(shell, 'serve', '--')).sort()).toEqual([...flags, '--help'].sort())
    expect((await offered(shell, '--')).sort()).toEqual([...flags, '--help', '--version'].sort())
    expect((await offered(shell, 'serve', '--port', '80', '--log-format', '')).sort()).toEqual([
      'json',
      'text',
    ])
    expect(await offered(shell, '--log-level', 'd')).toEqual(['debug'])
    expect(await offered(shell, 'generate', '--language', 'zh')).toEqual(['zh-Hans', 'zh-Hant'])
    expect(await offered(shell, 'generate', '--separator', 'p')).toEqual(['period'])
  })
}

test.each([[[]], [['tcsh']], [['bash', 'zsh']], [['constructor']]])('rejects the shell %j', async (args) => {
  const io = { env: {}, out: () => undefined, err: () => undefined }
  const refusal: unknown = await completionCommand(COMMANDS)
    .run(args, io)
    .catch((error) => error)
  expect(refusal).toEqual(new StartError('Specify one shell: bash, zsh or fish.'))
})
