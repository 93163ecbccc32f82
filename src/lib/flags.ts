import { parseArgs } from 'node:util'
import { StartError } from '#src/errors.ts'
import { REMOVED } from './removed.ts'
import { suggest } from './suggest.ts'

export type FlagKinds = Readonly<Record<string, 'string' | 'boolean'>>

export type Flags = ReadonlyMap<string, string | true>

/**
 * Reads `--name value`, `--name=value` and `--name`; the last occurrence wins. A value that starts with a dash needs an
 * equals sign, so that a forgotten value doesn't consume the next flag. Throws StartError.
 */
export function readFlags(args: string[], kinds: FlagKinds): Flags {
  const known = new Map(Object.entries(kinds))
  const options = Object.fromEntries([...known].map(([name, type]) => [name, { type }]))
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true })

  const flags = new Map<string, string | true>()
  for (const token of tokens) {
    if (token.kind === 'positional') throw new StartError(`Unexpected argument: ${token.value}`)
    if (token.kind !== 'option') continue
    const kind = known.get(token.name)
    if (!kind || !token.rawName.startsWith('--')) throw unknownFlag(token.rawName, [...known.keys()])
    if (kind === 'boolean' && token.value !== undefined)
      throw new StartError(`${token.rawName} takes no value`)
    const isForgotten = token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))
    if (kind === 'string' && isForgotten) {
      const hint = token.value === undefined ? '' : `; write ${token.rawName}=VALUE if it starts with a dash`
      throw new StartError(`${token.rawName} needs a value${hint}`)
    }
    flags.set(token.name, token.value ?? true)
  }
  return flags
}

function unknownFlag(flag: string, known: string[]): StartError {
  const hint = suggest(
    flag,
    known.map((name) => `--${name}`),
  )
  return new StartError(REMOVED.get(flag) ?? `Unknown flag: ${[flag, hint].filter(Boolean).join('. ')}`)
}
