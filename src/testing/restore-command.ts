import { onStop } from '#src/commands/on-stop.ts'
import { restoreCommand } from '#src/commands/restore.ts'

/** Runs `passwright restore …` in a process that can receive signals. */
const say = (text: string) => void process.stdout.write(`${text}\n`)
const io = { env: process.env, out: say, err: say }
process.exit(await restoreCommand({ confirm: async () => null, onStop }).run(process.argv.slice(2), io))
