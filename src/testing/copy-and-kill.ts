import { openSource, openTarget } from '#src/db/copy-endpoints.ts'
import { copyTables, startCopy } from '#src/db/copy-tables.ts'

/**
 * `bun copy-and-kill.ts FROM TO WRITES`: copies like the command and kills its own process before write number WRITES
 * to the target. Prints 'done' if there are fewer writes.
 */
const [from = '', to = '', count = ''] = process.argv.slice(2)
const placeOf = (text: string) =>
  text.includes('://') ? { url: text, authToken: undefined } : { folder: text }
const source = await openSource(placeOf(from))
const target = await openTarget(placeOf(to))
let writes = 0
const counted = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
  return (...args: Args) => {
    writes += 1
    if (writes === Number(count)) process.kill(process.pid, 'SIGKILL')
    return work(...args)
  }
}
const killingTarget = { ...target, batch: counted(target.batch), script: counted(target.script) }
await copyTables(source, await startCopy(killingTarget, () => new Date()), () => undefined)
process.stdout.write(`done ${writes}\n`)
await target.close()
await source.close()
