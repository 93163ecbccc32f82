import { expect, test } from 'bun:test'
import { HOSTILE_TEXT } from '#src/testing/chat-server.ts'
import { violations } from './accessibility-violations.ts'
import { KEY, openSignedIn, type SetUpServer, toast } from './administration.ts'
import { addAnalysis } from './analyses.ts'
import { chooseFor, databaseOf, goToAnalyzer, keywords, website } from './analyzer.ts'
import { startChatRelay } from './chat-relay.ts'
import { visitor } from './harness.ts'
import { letToastsClose } from './kept-toasts.ts'
import { shareSession } from './shared-session.ts'

const relay = startChatRelay()

const fresh = shareSession({
  tables: ['analyses', 'rate_limits'],
  env: { OPENAI_BASE_URL: relay.url, OPENAI_API_KEY: KEY },
})

function addWebsite(server: SetUpServer): void {
  using database = databaseOf(server)
  addAnalysis(database, { url: 'https://example.com/', status: 'completed', keywords: keywords(120) })
}

type Shown = { text: string; shownAt: number; goneAt: number | null }

/** Records the toasts and when they are shown, by the page's clock. */
function recordToasts(): void {
  const shown = new Map<Node, Shown>()
  const list: Shown[] = []
  Object.assign(window, { toasts: list })
  const record = (records: MutationRecord[]) => {
    for (const { addedNodes, removedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLLIElement) || !node.closest('[aria-label^="Notifications"]')) continue
        const toast = { text: node.textContent, shownAt: Date.now(), goneAt: null }
        shown.set(node, toast)
        list.push(toast)
      }
      for (const node of removedNodes) {
        const toast = shown.get(node)
        if (toast) toast.goneAt = Date.now()
      }
    }
  }
  new MutationObserver(record).observe(document, { subtree: true, childList: true })
}

test('a failed AI analysis shows the reason, for ten seconds; closing a running one aborts it without an error', async () => {
  const { server } = await fresh()
  addWebsite(server)
  await using visit = await visitor()
  const { page } = visit
  letToastsClose(page)
  await page.clock.install()
  await page.addInitScript(recordToasts)
  const toasts = () => page.evaluate<Shown[]>('toasts')
  const dialog = page.getByRole('dialog')
  await openSignedIn(page, server, '/admin/website-analyzer')
  for (const { behavior, message, hint } of [
    {
      behavior: 'quota insufficient_quota',
      message: 'The AI provider’s quota is exceeded. Add credits to your account with the provider.',
      hint: 1,
    },
    {
      behavior: 'a refused key',
      message: 'The AI provider rejected the API key. Please check OPENAI_API_KEY.',
      hint: 0,
    },
  ]) {
    await using provider = relay.startProvider(behavior)
    await chooseFor(website(page, 'example.com'), 'AI Analysis')
    await dialog.getByText('AI Analysis Failed', { exact: true }).waitFor()
    const credits = dialog.getByText('Add credits to your account with the AI provider, then try again.')
    expect(await credits.count()).toBe(hint)
    await page.waitForFunction(
      (message) => Reflect.get(window, 'toasts').at(-1)?.text.includes(message),
      message,
    )
    await page.clock.runFor(11_000)
    await toast(page, message).waitFor({ state: 'detached' })
    const failure = (await toasts()).at(-1)
    expect(failure?.text).toContain('AI Analysis Failed')
    // Others are shown for five.
    expect(Number(failure?.goneAt) - Number(failure?.shownAt)).toBeGreaterThan(9_000)
    const before = { requests: provider.requests.length, toasts: (await toasts()).length }
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await page.waitForFunction((count) => Reflect.get(window, 'toasts').length > count, before.toasts)
    expect((await toasts()).at(-1)?.text).toContain(message)
    expect(provider.requests.length).toBeGreaterThan(before.requests)
    expect(await page.content()).not.toContain(KEY)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
  }

  visit.complaints.length = 0
  const failed = (await toasts()).length
  await using provider = relay.startProvider('slow')
  await chooseFor(website(page, 'example.com'), 'AI Analysis')
  await page.getByText('Analyzing keywords and generating recommendations...').waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]') !== null)
  await provider.called
  await page.getByRole('button', { name: 'Cancel' }).click()
  await provider.abandoned
  await dialog.waitFor({ state: 'detached' })
  await website(page, 'example.com').getByRole('switch').check()
  await page.waitForFunction((count) => Reflect.get(window, 'toasts').length > count, failed)
  expect((await toasts()).slice(failed).map(({ text }) => text)).toEqual([
    expect.stringContaining('Auto-Update Enabled'),
  ])
  expect(visit.complaints).toEqual([])
})

test('an AI analysis shows links as text, loads nothing, and is copied verbatim', async () => {
  await using _provider = relay.startProvider('hostile')
  const { server, page, complaints } = await fresh()
  addWebsite(server)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await goToAnalyzer(page, server)
  await chooseFor(website(page, 'example.com'), 'AI Analysis')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Advice for you' }).waitFor()
  await dialog.getByText('https://tracker.example/guide?you=ada').waitFor()
  await dialog.getByText('Image: chart (https://tracker.example/pixel.gif?you=ada)').waitFor()
  await dialog.getByText('<script>alert(2)</script>').waitFor()
  await dialog.getByText('deep').waitFor()
  expect(await dialog.getByRole('link').count()).toBe(0)
  expect(await dialog.getByRole('img').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Copy Analysis' }).click()
  await toast(page, 'Copied to clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(HOSTILE_TEXT)
  expect(requested.filter((url) => !url.startsWith(`${server.url}/`) || url.includes('/images/'))).toEqual([])
  expect(complaints).toEqual([])
})
