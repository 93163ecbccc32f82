import { SETTINGS } from '#src/config.ts'
import type { FlagKinds } from '#src/lib/flags.ts'

/** A command's access to the outside; replaced in tests. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  out(text: string): void
  err(text: string): void
}

/** Flags after a command, or after one of its subcommands. */
type Taken = { word?: string; flags: FlagKinds }

/**
 * `run` receives the arguments after the command's name and returns the exit status. Throws `StartError` for user
 * errors (exit status 2).
 */
export type Command = {
  help: string
  /** For shell completion. */
  takes: readonly Taken[]
  run(args: string[], io: Io): Promise<number>
}

/** Loaded on demand, so that the server doesn't load the code of other commands. */
export type NamedCommand = { name: string; summary: string; load(): Promise<Command> }

export const takesSettings = (): Record<string, 'string'> =>
  Object.fromEntries(SETTINGS.map(({ flag }) => [flag, 'string' as const]))
