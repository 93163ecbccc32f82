import { readFlags } from '#src/lib/flags.ts'
import type { Command } from './command.ts'

/** `passwright licences`: the texts that `load` answers, those of everything inside the executable. */
export function licencesCommand(load: () => Promise<string>): Command {
  return {
    help: `Usage: passwright licences

Prints the licences of Passwright, of the runtime and of every library inside this executable.`,
    takes: [{ flags: {} }],
    async run(args, { out }) {
      readFlags(args, {})
      out(await load())
      return 0
    },
  }
}
