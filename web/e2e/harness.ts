import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

export const EXECUTABLE = join(import.meta.dir, '../../dist/passwright')
const CHROMIUM =
  process.env.CHROMIUM ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser']
    .map((name) => Bun.which(name))
    .find((path) => path !== null) ??
  '/usr/bin/chromium'

export type Server = {
  url: string
  folder: string
  pid: number
  /** All that it printed so far. */
  output(): string
  /** Ends it with SIGTERM, or the signal given, and answers its exit status. */
  stop(signal?: NodeJS.Signals): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

type ServerOptions = { flags?: string[]; env?: Record<string, string>; folder?: string }

/** The compiled executable on a free port; in an empty folder of its own unless one is given. */
export async function startServer({ flags = [], env = {}, folder }: ServerOptions = {}): Promise<Server> {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'passwright-'))
  const child = Bun.spawn([EXECUTABLE, 'serve', '--port', '0', ...flags], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  const heard = Promise.withResolvers<string>()
  const listen = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      output += chunk
      const url = /listens on (\S+),/.exec(output)?.[1]
      if (url) heard.resolve(url)
    }
  }
  const listening = Promise.all([listen(child.stdout), listen(child.stderr)])
  const gone = child.exited.then(async () => {
    await listening
    throw new Error(`the server ended before it listened:\n${output}`)
  })
  gone.catch(() => undefined)
  const url = await Promise.race([heard.promise, gone])

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

/** Runs the executable to its end. */
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

/** Less than a test may take: a wait in vain then fails one test, and doesn't take the browser from the others. */
const WAIT_MS = 8_000

let browser: Promise<Browser> | undefined

/** One browser for all tests of a run; each test opens a context of its own. */
function launched(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return browser
}

export type Visit = {
  page: Page
  /** Console messages, page errors and policy violations since the visit began: a good page has none. */
  complaints: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** A fresh visitor: empty storage, nothing cached, opened at no address yet. */
export async function visitor(options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await (await launched()).newContext({ viewport: { width: 1440, height: 900 }, ...options })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(`console ${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED') complaints.push(`request failed: ${request.url()} ${reason}`)
  })
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

/** Waits until React has taken over the page's content, which shows in the marks it leaves on elements. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
  })
}
