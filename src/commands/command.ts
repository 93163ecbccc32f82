import { StartError } from '#src/errors.ts'
import type { FlagKinds } from '#src/lib/flags.ts'
import type { Environment } from '#src/lib/secret-files.ts'

/** A command's access to the outside; replaced in tests. */
export type Io = {
  env: Environment
  out(text: string): void
  err(text: string): void
}

/**
 * `run` receives the arguments after the command's name and returns the exit status. Throws `StartError` for user
 * errors (exit status 2).
 */
export type Command = {
  help: string
  run(args: string[], io: Io): Promise<number>
}

/** A command whose first argument is one of the words in `actions`, each with its flags. */
export function commandOf<const Actions extends Readonly<Record<string, FlagKinds>>>(
  help: string,
  actions: Actions,
  run: (word: keyof Actions, args: string[], io: Io) => Promise<number>,
): Command {
  const isAction = (word = ''): word is keyof Actions & string => Object.hasOwn(actions, word)
  const words = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(actions))
  return {
    help,
    run: async ([word, ...args], io) => {
      if (!isAction(word)) throw new StartError(`Unknown or missing command: use ${words}.`)
      return await run(word, args, io)
    },
  }
}

/** Loaded on demand, so that the server doesn't load the code of other commands. */
export type NamedCommand = { name: string; summary: string; load(): Promise<Command> }
