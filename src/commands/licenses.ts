import { readFlags } from '#src/lib/flags.ts'
import type { Command } from './command.ts'

export function licensesCommand(load: () => Promise<string>): Command {
  return {
    help: `Usage: passwright licenses

Prints the licenses of Passwright, the runtime and every library inside this executable.`,
    async run(args, { out }) {
      readFlags(args, {})
      out(await load())
      return 0
    },
  }
}
