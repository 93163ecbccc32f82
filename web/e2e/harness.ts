import { afterAll, afterEach, beforeEach } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { recordPage } from '#src/testing/run-record.ts'
import { TEST_MS, WAIT_MS } from '#src/testing/time-limits.ts'
import { openTab, succeeds } from './tabs.ts'

export const EXECUTABLE = join(import.meta.dir, '../../dist/passwright')
export type Server = {
  url: string
  folder: string
  pid: number
  output(): string
  /** Sends SIGTERM or `signal`, and returns the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

export type ServerOptions = {
  executable?: string
  flags?: string[]
  env?: Record<string, string>
  folder?: string
  port?: number
}

/** Starts the executable on a free port, in an empty folder unless one is given. */
export async function startServer({
  executable = EXECUTABLE,
  flags = [],
  env = {},
  folder,
  port = 0,
}: ServerOptions = {}): Promise<Server> {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'passwright-'))
  const child = Bun.spawn([executable, 'serve', '--port', String(port), ...flags], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  const firstUrl = Promise.withResolvers<string>()
  const listen = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      output += chunk
      const url = /is listening on (\S+),/.exec(output)?.[1]
      if (url) firstUrl.resolve(url)
    }
  }
  const listening = Promise.all([listen(child.stdout), listen(child.stderr)])
  const gone = child.exited.then(async () => {
    await listening
    throw new Error(`the server ended before it listened:\n${output}`)
  })
  gone.catch(() => undefined)
  const late = setTimeout(() => {
    output += `it does not listen after ${WAIT_MS / 1000} s`
    child.kill('SIGKILL')
  }, WAIT_MS)
  const url = await Promise.race([firstUrl.promise, gone]).finally(() => clearTimeout(late))

  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    const status = await child.exited
    await listening
    return status
  }
  return {
    url,
    folder: home,
    pid: child.pid,
    output: () => output,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      if (folder === undefined) rmSync(home, { recursive: true, force: true })
    },
  }
}

export const residentMegabytes = ({ pid }: Server): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

export async function runExecutable(
  args: string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string } = {},
) {
  const child = Bun.spawn([EXECUTABLE, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { PATH: process.env.PATH ?? '', ...options.env },
    stdin: new Blob([options.input ?? '']),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, err, status }
}

/**
 * What `start` returns, shared by the tests of a file: started for the first test that asks, and again once it no longer
 * `works` or a test has timed out, because that test may still be using it.
 */
export function share<Shared extends AsyncDisposable>(
  start: () => Promise<Shared>,
  works: (shared: Shared) => Promise<boolean>,
): () => Promise<Shared> {
  let shared: Promise<Shared> | undefined
  let testBegan = 0
  const end = async () => {
    const ended = shared
    shared = undefined
    await (await ended)?.[Symbol.asyncDispose]()
  }
  beforeEach(() => {
    testBegan = performance.now()
  })
  afterEach(async () => {
    if (performance.now() - testBegan >= TEST_MS) await end()
  })
  afterAll(end)
  return async () => {
    if (shared && !(await works(await shared))) await end()
    if (!shared) {
      shared = start()
      shared.catch(() => {
        shared = undefined
      })
    }
    return shared
  }
}

/** Servers of browser tests end before compiling their code thoroughly would pay off. */
export const BRIEF: Record<string, string> = { BUN_JSC_useDFGJIT: '0' }

export const shareServer = ({ env = {}, ...options }: ServerOptions = {}) =>
  share(() => startServer({ ...options, env: { ...BRIEF, ...env } }), responds)

export const responds = ({ url }: Server): Promise<boolean> => succeeds(fetch(`${url}/healthz`))

/** Chromium 150 tells pages of a service worker that they are online. */
const isUncounted = (url: string, reason: string) =>
  new URL(url, 'http://localhost').pathname.startsWith('/api/track/') &&
  reason.includes('net::ERR_INTERNET_DISCONNECTED')

/** Logged by Playwright, and by a Chromium that can open other programs. */
const NO_COMPLAINT =
  /^(?:Service Worker registration blocked by Playwright$|Launched external handler for 'mailto:)/

export type Visit = {
  page: Page
  /** Console messages, page errors and CSP violations. */
  complaints: string[]
  /** False if the page has crashed or been closed. */
  works(): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

/** For tests of offline use or of all requests. In others, the downloads of the service worker would only take time. */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const

/** A page without storage, cache, history or service worker, which nothing has been opened in. */
export async function visitor(options: BrowserContextOptions = {}): Promise<Visit> {
  const { page, release } = await openTab({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    // Animations cost a quarter of a page's processor time.
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    ...options,
  })
  page.context().setDefaultTimeout(WAIT_MS)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (NO_COMPLAINT.test(message.text()) || isUncounted(message.location().url, message.text())) return
    complaints.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) recordPage(frame.url())
  })
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED' && !isUncounted(request.url(), reason))
      complaints.push(`request failed: ${request.url()} ${reason}`)
  })
  return {
    page,
    complaints,
    works: () => succeeds(page.evaluate(() => true)),
    [Symbol.asyncDispose]: release,
  }
}

/** Waits for hydration, which shows in properties that React adds to elements. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
  })
}

/** Holds back requests for the chunk until released. */
export async function holdBack(page: Page, chunk: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/assets/${chunk}-*.js`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits, because code moves the focus after rendering, and a dialog returns it shortly after it closes. */
export const untilFocused = (control: Locator) =>
  control.and(control.page().locator(':focus')).waitFor({ state: 'attached' })
