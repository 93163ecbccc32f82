import { SETTINGS } from '#src/config.ts'
import type { FlagKinds } from '#src/lib/flags.ts'

/** What a command may touch outside itself; tests hand in their own. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  out(text: string): void
  err(text: string): void
}

/** What may follow a command's name: the flags behind it, or behind one of its own words. */
export type Taken = { word?: string; flags: FlagKinds }

/**
 * One word of the command line. `run` gets what follows the word and answers the exit status;
 * it throws `StartError` for anything the person at the keyboard has to mend (exit status 2).
 */
export type Command = {
  help: string
  /** For the completion of shells. */
  takes: readonly Taken[]
  run(args: string[], io: Io): Promise<number>
}

/** A command by its word. Its code is loaded when it is asked for: a server starts without what only an import needs. */
export type NamedCommand = { name: string; summary: string; load(): Promise<Command> }

/** The flags of everything that can be set. */
export const takesSettings = (): Record<string, 'string'> =>
  Object.fromEntries(SETTINGS.map(({ flag }) => [flag, 'string' as const]))
