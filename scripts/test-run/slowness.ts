/** On a quiet machine with two cores. */
const WORK_MS = 200
const PAGE_MS = 450

const NUMBERS = 1_000_000

const PAGE = `<script>
for (let row = 0; row < 5000; row++) document.body.append(Object.assign(document.createElement('p'), { textContent: row }))
document.title = document.body.offsetHeight
</script>`

/** How many times longer a fixed piece of work, and a page in `browser`, take than on a quiet machine; at least 1. */
export async function measureSlowness(browser: string | undefined): Promise<number> {
  const work = (await timed(sortNumbers)) / WORK_MS
  const page = browser === undefined ? 1 : (await timed(() => loadPage(browser))) / PAGE_MS
  return Math.max(1, Math.round(10 * Math.max(work, page)) / 10)
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function sortNumbers(): void {
  let state = 1
  Array.from({ length: NUMBERS }, () => {
    state = Math.imul(state, 48_271) & 0x7fffffff
    return state
  }).sort((one, other) => one - other)
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
