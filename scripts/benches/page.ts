import { createPageReader } from '#src/analyses/page-reader.ts'
import { createLog } from '#src/log.ts'
import { type Bench, interleaved, quantile } from '../measure.ts'
import { makeSamplePage } from '../sample-page.ts'

const WARM_UP_ROUNDS = 5
const ROUNDS = 25
const SIZES = { '100 kB': { bytes: 100_000, target: 30 }, '1 MB': { bytes: 1_000_000, target: 150 } }
const GOAL_FOR_LOOP = 10
/** Polling without a pause would take CPU from the reader. */
const PAUSE_MS = 1

export const bench: Bench = {
  about: 'Analyzing a page, from bytes to keywords, and the event-loop delay meanwhile',
  async run() {
    await using reader = createPageReader({
      log: createLog({
        format: 'text',
        now: () => new Date(),
        write: (line) => process.stderr.write(`${line}\n`),
      }),
    })
    const { signal } = new AbortController()
    const pages = Object.entries(SIZES).map(([name, { bytes, target }]) => {
      const body = new TextEncoder().encode(makeSamplePage(bytes))
      return { name, target, page: { url: 'https://site.example/guide', contentType: 'text/html', body } }
    })
    const read = (page: (typeof pages)[number]['page']) => () =>
      stallDuring(async () => {
        const reading = await reader.read(page, signal)
        if ('kind' in reading) throw new Error(reading.reason)
      })
    const subjects = Object.fromEntries(pages.map(({ name, page }) => [name, read(page)]))
    const first = await interleaved(1, subjects)
    await interleaved(WARM_UP_ROUNDS, subjects)
    const measured = await interleaved(ROUNDS, subjects)
    return [
      ['', 'first, ms', 'median, ms', 'target', 'longest stall of the loop, ms: median', 'max', 'target'],
      ...pages.map(({ name, target }) => {
        const all = measured.get(name) ?? []
        const stalls = all.map(({ stall }) => stall)
        return [
          name,
          (first.get(name)?.[0]?.took ?? 0).toFixed(0),
          quantile(all.map(({ took }) => took)).toFixed(1),
          String(target),
          quantile(stalls).toFixed(1),
          Math.max(...stalls).toFixed(1),
          String(GOAL_FOR_LOOP),
        ]
      }),
    ]
  },
}

/** Total time and the longest stall of the event loop, in milliseconds. */
async function stallDuring(work: () => Promise<void>): Promise<{ took: number; stall: number }> {
  const started = performance.now()
  let isWorking = true
  let stall = 0
  const watch = async () => {
    for (let last = performance.now(); isWorking; ) {
      await Bun.sleep(PAUSE_MS)
      const now = performance.now()
      stall = Math.max(stall, now - last - PAUSE_MS)
      last = now
    }
  }
  const watched = watch()
  await work()
  const took = performance.now() - started
  isWorking = false
  await watched
  return { took, stall }
}
