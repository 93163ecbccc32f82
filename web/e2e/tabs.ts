import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { forgetToasts } from './kept-toasts.ts'

export const CHROMIUM =
  process.env.CHROMIUM ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser']
    .map((name) => Bun.which(name))
    .find((path) => path !== null) ??
  '/usr/bin/chromium'

let browser: Promise<Browser> | undefined

/** Shared by all tests of a worker. */
async function launched(): Promise<Browser> {
  // A test that times out ends the processes it started.
  if (browser && !(await browser).isConnected()) browser = undefined
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
      '--renderer-process-limit=1',
    ],
  })
  return browser
}

export const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  )

type Tab = {
  page: Page
  /** Keeps the page for another test, unless this one did to it what can't be undone. */
  release(): Promise<void>
}

/** By the options of their contexts. In a new context, loading a page takes up to three times the processor time. */
const released = new Map<string, Tab[]>()

/** A page without storage, cache or history: one that an earlier test released, or one in a new context. */
export async function openTab(options: BrowserContextOptions): Promise<Tab> {
  const key = JSON.stringify(options)
  const tabs = released.get(key) ?? []
  released.set(key, tabs)
  for (let tab = tabs.pop(); tab; tab = tabs.pop()) if (!tab.page.isClosed()) return tab
  return newTab(options, tabs)
}

async function newTab(options: BrowserContextOptions, tabs: Tab[]): Promise<Tab> {
  const context = await (await launched()).newContext(options)
  const page = await context.newPage()
  let canBeReset = options.serviceWorkers === 'block'
  const spend = () => {
    canBeReset = false
  }
  onCall(page, ['exposeFunction', 'exposeBinding'], spend)
  onCall(page.clock, ['install', 'setFixedTime', 'setSystemTime'], spend)
  const newCDPSession = context.newCDPSession.bind(context)
  onCall(context, ['addInitScript', 'exposeFunction', 'exposeBinding', 'newCDPSession', 'route'], spend)
  const removeInitScripts = recordInitScripts(page)
  let origins = recordOrigins(page)

  const reset = async () => {
    const [origin, ...others] = origins
    if (!origin || others.length > 0) throw new Error('only the current origin can be cleared')
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of EVENTS) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await removeInitScripts()
    forgetToasts(page)
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('about:blank')
    await context.clearCookies()
    // An open session would undo emulation of print and of being offline at the next navigation.
    const devtools = await newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devtools.send('Network.clearBrowserCache')
    await devtools.send('Page.resetNavigationHistory')
    await devtools.detach()
    await resetEnvironment(page, options)
    origins = recordOrigins(page)
  }
  const tab: Tab = {
    page,
    release: async () => {
      if (canBeReset && (await succeeds(reset()))) tabs.push(tab)
      else await context.close()
    },
  }
  return tab
}

const EVENTS = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

/** Calls `listener` before each call of one of the methods. */
function onCall<Target extends object>(target: Target, methods: (keyof Target)[], listener: () => void) {
  for (const name of methods) {
    const method = target[name]
    if (typeof method !== 'function') continue
    Object.assign(target, {
      [name]: (...args: unknown[]) => {
        listener()
        return Reflect.apply(method, target, args)
      },
    })
  }
}

/** Returns what removes the scripts added to the page until then. */
function recordInitScripts(page: Page): () => Promise<void> {
  let added: ReturnType<Page['addInitScript']>[] = []
  const addInitScript = page.addInitScript.bind(page)
  Object.assign(page, {
    addInitScript: (...args: Parameters<typeof addInitScript>) => {
      const adding = addInitScript(...args)
      added.push(adding)
      return adding
    },
  })
  return async () => {
    for (const script of await Promise.all(added)) await script.dispose()
    added = []
  }
}

function recordOrigins(page: Page): Set<string> {
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => {
    const { origin, protocol } = new URL(frame.url())
    if (protocol !== 'about:') origins.add(origin)
  })
  return origins
}

async function resetEnvironment(page: Page, options: BrowserContextOptions): Promise<void> {
  const context = page.context()
  await context.setOffline(false)
  await context.clearPermissions()
  await context.grantPermissions(options.permissions ?? [])
  if (options.viewport) await page.setViewportSize(options.viewport)
  await page.emulateMedia({
    media: null,
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'no-preference',
    forcedColors: options.forcedColors ?? 'none',
    contrast: options.contrast ?? 'no-preference',
  })
  await page.mouse.move(0, 0)
}
