import { LANGUAGES } from '#domain/passwords/languages.ts'
import { SEPARATORS } from '#domain/passwords/passphrase.ts'
import { SETTINGS } from '#src/config.ts'
import { StartError } from '#src/errors.ts'
import type { Command, NamedCommand } from './command.ts'
import { bash, type Flag, fish, type Position, zsh } from './completion-scripts.ts'

const help = `Usage: passwright completion bash|zsh|fish

Prints a shell completion script. To enable it in this session:

  source <(passwright completion bash)
  source <(passwright completion zsh)
  passwright completion fish | source

To enable it in all sessions, save it where your shell looks:

  passwright completion bash > ~/.local/share/bash-completion/completions/passwright
  passwright completion zsh > "\${fpath[1]}/_passwright"
  passwright completion fish > ~/.config/fish/completions/passwright.fish`

const SHELLS: Record<string, (positions: Position[]) => string> = { bash, zsh, fish }

/** Generated from the other commands' declarations. */
export function completionCommand(others: readonly NamedCommand[]): Command {
  return {
    help,
    takes: Object.keys(SHELLS).map((word) => ({ word, flags: {} })),
    run: async ([shell = '', ...rest], { out }) => {
      const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
      if (!write || rest.length > 0) throw new StartError('Specify one shell: bash, zsh or fish.')
      const loaded = others.map(async ({ name, summary, load }) => ({ name, summary, ...(await load()) }))
      out(write(positionsOf(await Promise.all(loaded))))
      return 0
    },
  }
}

type Described = Omit<NamedCommand, 'load'> & Pick<Command, 'takes'>

function positionsOf(commands: Described[]): Position[] {
  const serve = commands.find(({ name }) => name === 'serve')
  const inCommands = commands.flatMap(({ name, takes }) => {
    const words = takes.flatMap(({ word }) => word ?? [])
    const own = takes.find(({ word }) => word === undefined)?.flags ?? {}
    const afterWords = takes.flatMap(({ word, flags }) =>
      word === undefined ? [] : [{ words: [name, word], next: [], flags: flagsOf(flags) }],
    )
    return [{ words: [name], next: words.map((word) => ({ word })), flags: flagsOf(own) }, ...afterWords]
  })
  const names = commands.map(({ name, summary }) => ({ word: name, about: summary }))
  const alone: Flag[] = [{ name: 'version', value: null }, ...flagsOf(serve?.takes[0]?.flags ?? {})]
  return [{ words: [], next: names, flags: alone }, ...inCommands]
}

function flagsOf(kinds: Command['takes'][number]['flags']): Flag[] {
  const flags = Object.entries(kinds).map(([name, kind]) => ({
    name,
    value: kind === 'string' ? valueKind(name) : null,
  }))
  return [...flags.filter(({ name }) => name !== 'help'), { name: 'help', value: null }]
}

/** A file, folder or address. */
const LOCATION_FLAGS = ['from', 'to']

/** Of flags that aren't settings. */
const CHOICES: Record<string, readonly string[]> = {
  language: LANGUAGES.map(({ id }) => id),
  separator: SEPARATORS.map(({ name }) => name.toLowerCase()),
}

function valueKind(flag: string): Flag['value'] {
  if (CHOICES[flag]) return { choices: CHOICES[flag] }
  const setting = SETTINGS.find((known) => known.flag === flag)
  if (setting?.choices) return { choices: setting.choices }
  if (setting?.value.includes('|')) return { choices: setting.value.split('|') }
  if (setting?.value === 'FOLDER') return 'folder'
  return setting?.value === 'FILE' || LOCATION_FLAGS.includes(flag) ? 'file' : 'text'
}
