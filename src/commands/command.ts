/** What a command may touch outside itself; tests hand in their own. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  out(text: string): void
  err(text: string): void
}

/**
 * One word of the command line. `run` gets what follows the word and answers the exit status;
 * it throws `StartError` for anything the person at the keyboard has to mend (exit status 2).
 */
export type Command = {
  name: string
  summary: string
  help: string
  run(args: string[], io: Io): Promise<number>
}
