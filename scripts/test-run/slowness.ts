import { WORK_MS, work } from '#src/testing/fixed-work.ts'

const ROUNDS = 50

/** Of a browser's start with one page, on the machine of WORK_MS. */
const PAGE_MS = 450

const PAGE = `<script>
for (let row = 0; row < 5000; row++) document.body.append(Object.assign(document.createElement('p'), { textContent: row }))
document.title = document.body.offsetHeight
</script>`

/** How many times longer a fixed piece of work, and a page in `browser`, take than on a quiet machine; at least 1. */
export async function measureSlowness(browser: string | undefined): Promise<number> {
  const rounds = await timed(() => {
    for (let round = 0; round < ROUNDS; round++) work()
  })
  const page = browser === undefined ? 0 : await timed(() => loadPage(browser))
  const slowness = Math.max(1, rounds / (ROUNDS * WORK_MS), page / PAGE_MS)
  return Math.round(10 * slowness) / 10
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function loadPage(browser: string): Promise<void> {
  const address = `data:text/html,${encodeURIComponent(PAGE)}`
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--dump-dom',
  ]
  await Bun.spawn([browser, ...flags, address], { stdio: ['ignore', 'ignore', 'ignore'] }).exited
}
