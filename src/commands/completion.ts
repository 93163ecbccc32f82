import { SETTINGS } from '#src/config.ts'
import { StartError } from '#src/errors.ts'
import type { Command, NamedCommand } from './command.ts'
import { bash, type Flag, fish, type Place, zsh } from './completion-scripts.ts'

const help = `Usage: passwright completion bash|zsh|fish

Prints what lets a shell complete the words of passwright. For this session:

  source <(passwright completion bash)
  source <(passwright completion zsh)
  passwright completion fish | source

For all sessions, save it where your shell looks:

  passwright completion bash > ~/.local/share/bash-completion/completions/passwright
  passwright completion zsh > "\${fpath[1]}/_passwright"
  passwright completion fish > ~/.config/fish/completions/passwright.fish`

const SHELLS: Record<string, (places: Place[]) => string> = { bash, zsh, fish }

/** `passwright completion`: made of the `others` and of what each says it takes. */
export function completionCommand(others: readonly NamedCommand[]): Command {
  return {
    help,
    takes: Object.keys(SHELLS).map((word) => ({ word, flags: {} })),
    run: async ([shell = '', ...rest], { out }) => {
      const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
      if (!write || rest.length > 0) throw new StartError('Please name one shell: bash, zsh or fish.')
      const loaded = others.map(async ({ name, summary, load }) => ({ name, summary, ...(await load()) }))
      out(write(placesOf(await Promise.all(loaded))))
      return 0
    },
  }
}

type Described = Omit<NamedCommand, 'load'> & Pick<Command, 'takes'>

function placesOf(commands: Described[]): Place[] {
  const serve = commands.find(({ name }) => name === 'serve')
  const inCommands = commands.flatMap(({ name, takes }) => {
    const words = takes.flatMap(({ word }) => word ?? [])
    const own = takes.find(({ word }) => word === undefined)?.flags ?? {}
    const behindWords = takes.flatMap(({ word, flags }) =>
      word === undefined ? [] : [{ words: [name, word], next: [], flags: flagsOf(flags) }],
    )
    return [{ words: [name], next: words.map((word) => ({ word })), flags: flagsOf(own) }, ...behindWords]
  })
  const names = commands.map(({ name, summary }) => ({ word: name, about: summary }))
  const alone: Flag[] = [{ name: 'version', value: null }, ...flagsOf(serve?.takes[0]?.flags ?? {})]
  return [{ words: [], next: names, flags: alone }, ...inCommands]
}

function flagsOf(kinds: Command['takes'][number]['flags']): Flag[] {
  const flags = Object.entries(kinds).map(([name, kind]) => ({
    name,
    value: kind === 'string' ? valueLook(name) : null,
  }))
  return [...flags.filter(({ name }) => name !== 'help'), { name: 'help', value: null }]
}

function valueLook(flag: string): Flag['value'] {
  const setting = SETTINGS.find((known) => known.flag === flag)
  if (setting?.choices) return { choices: setting.choices }
  if (setting?.value.includes('|')) return { choices: setting.value.split('|') }
  if (setting?.value === 'FOLDER') return 'folder'
  return setting?.value === 'FILE' ? 'file' : 'text'
}
