import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { HOSTILE_TEXT, startChatServer } from '#src/testing/chat-server.ts'
import { violations } from './accessibility-violations.ts'
import { KEY, setUp, toast } from './administration.ts'
import { addAnalysis } from './analyses.ts'
import { chooseFor, databaseOf, keywords, openAnalyzer, website } from './analyzer.ts'
import { startServer, visitor } from './harness.ts'

/** One analyzed website, and a page that requested an AI analysis. */
async function withProvider(behavior: string, page: Page) {
  const provider = startChatServer(behavior)
  const server = await startServer({ env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: KEY } })
  await setUp(server)
  using database = databaseOf(server)
  addAnalysis(database, { url: 'https://example.com/', status: 'completed', keywords: keywords(120) })
  await openAnalyzer(page, server)
  await chooseFor(website(page, 'example.com'), 'AI Analysis')
  return {
    provider,
    server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

test('closing the AI analysis aborts the provider request and shows no error', async () => {
  await using visit = await visitor()
  const { page } = visit
  await using world = await withProvider('slow', page)
  await page.getByText('Analyzing keywords and generating recommendations...').waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]') !== null)
  await world.provider.called
  await page.getByRole('button', { name: 'Cancel' }).click()
  await world.provider.abandoned
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await toast(page, 'Failed').count()).toBe(0)
  expect(visit.complaints).toEqual([])
})

test.each([
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
])('a failed AI analysis shows the reason: $behavior', async ({ behavior, message, hint }) => {
  await using visit = await visitor()
  const { page } = visit
  await page.clock.install()
  await using world = await withProvider(behavior, page)
  await toast(page, 'AI Analysis Failed').waitFor()
  await toast(page, message).waitFor()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('AI Analysis Failed', { exact: true }).waitFor()
  const credits = dialog.getByText('Add credits to your account with the AI provider, then try again.')
  expect(await credits.count()).toBe(hint)
  const shown = page.locator('li').filter({ hasText: message })
  await page.clock.fastForward(8_000)
  expect(await shown.count()).toBe(1)
  await page.clock.fastForward(2_000)
  await shown.waitFor({ state: 'detached' })
  const requested = world.provider.requests.length
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await toast(page, message).waitFor()
  expect(world.provider.requests.length).toBeGreaterThan(requested)
  expect(await page.content()).not.toContain(KEY)
})

test('an AI analysis shows links as text, loads nothing, and is copied verbatim', async () => {
  await using visit = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visit
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await using world = await withProvider('hostile', page)
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
  expect(
    requested.filter((url) => !url.startsWith(`${world.server.url}/`) || url.includes('/images/')),
  ).toEqual([])
  expect(visit.complaints).toEqual([])
})
