import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { GOOD_TEXT } from '#src/testing/chat-server.ts'
import { violations } from './accessibility-violations.ts'
import { callApi, KEY, openSignedIn, row, startSetUp, toast } from './administration.ts'
import { field, POSTS, postRow, TEMPLATE } from './blog-management.ts'
import { startChatRelay } from './chat-relay.ts'
import { visitor } from './harness.ts'
import { shareSession } from './shared-session.ts'

test('a template can be created, deactivated, edited and deleted', async () => {
  await using server = await startSetUp()
  await using visit = await visitor()
  const { page } = visit
  await openSignedIn(page, server, '/admin/settings')
  await page.getByText('Not configured').waitFor()
  expect(await page.getByRole('button', { name: 'Test connection' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'New Template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Template' }).click()
  await dialog.getByText('Name, system prompt, and user prompt template are required').waitFor()
  await field(page, 'Template Name').fill('How-to')
  await field(page, 'Description').fill('Short guides')
  await field(page, 'System Prompt').fill('You write plainly.')
  await field(page, 'User Prompt Template').fill('On {{title}}')
  await dialog.getByRole('button', { name: 'Create Template' }).click()
  await toast(page, 'AI prompt template created successfully').waitFor()
  await row(page, 'How-to').getByText('Active', { exact: true }).waitFor()

  await row(page, 'How-to').getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('switch', { name: 'Active' }).uncheck()
  await field(page, 'Template Name').fill('Guide')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'AI prompt template updated successfully').waitFor()
  await row(page, 'Guide').getByText('Inactive').waitFor()

  await row(page, 'Guide').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByText('Are you sure you want to delete the template "Guide"? This action cannot be undone.')
    .waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'AI prompt template deleted successfully').waitFor()
  await row(page, 'Guide').waitFor({ state: 'detached' })

  await page.goto(`${server.url}/admin/blog`)
  await page.getByRole('button', { name: 'AI Generate' }).click()
  await dialog.getByText('No AI provider is configured').waitFor()
  await dialog.getByText('OPENAI_API_KEY').waitFor()
  await dialog.getByRole('link', { name: 'AI provider in Settings' }).click()
  await page.waitForURL('**/admin/settings#provider-title')
  expect(visit.complaints).toEqual([])
})

const relay = startChatRelay()

const fresh = shareSession({
  tables: ['posts', 'prompts', 'rate_limits'],
  env: { OPENAI_BASE_URL: relay.url, OPENAI_API_KEY: KEY },
})

/** Opens the AI dialog. */
async function openDialog() {
  const { server, token, page, complaints } = await fresh()
  await callApi(server, 'POST', '/api/admin/ai-prompts', TEMPLATE, token)
  await callApi(server, 'POST', '/api/admin/ai-prompts', { ...TEMPLATE, name: 'Old', isActive: false }, token)
  await page.goto(`${server.url}/admin/blog`)
  await page.getByRole('button', { name: 'AI Generate' }).click()
  return { server, token, page, complaints }
}

const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true })

async function fillAiDialog(page: Page) {
  await field(page, 'Blog Post Title').fill('On passwords')
  await field(page, 'AI Prompt Template').selectOption('How-to')
  await generateButton(page).click()
}

/** Resolves once the server has closed an idle connection, after at least ten seconds. */
async function untilIdleConnectionCloses(url: string): Promise<void> {
  const closed = Promise.withResolvers<void>()
  const { hostname, port } = new URL(url)
  const socket = { data: () => undefined, close: () => closed.resolve() }
  await Bun.connect({ hostname, port: Number(port), socket })
  await closed.promise
}

test('the AI dialog requires a title and a template, then creates a draft, even with a slow provider', async () => {
  await using provider = relay.startProvider('slow')
  const { server, page, complaints } = await openDialog()
  expect(await generateButton(page).isDisabled()).toBe(true)
  await field(page, 'Blog Post Title').fill('On passwords')
  expect(await generateButton(page).isDisabled()).toBe(true)
  await page.getByRole('option', { name: 'How-to' }).waitFor({ state: 'attached' })
  expect(await page.getByRole('option', { name: 'Old' }).count()).toBe(0)
  await field(page, 'AI Prompt Template').selectOption('How-to')
  expect(await generateButton(page).isDisabled()).toBe(false)
  await field(page, 'Blog Post Title').fill('   ')
  expect(await generateButton(page).isDisabled()).toBe(true)
  await field(page, 'Blog Post Title').fill('On passwords')
  await generateButton(page).click()
  await page.getByText('Writing the draft…').waitFor()
  await provider.called
  // Other requests would be cut, too.
  await untilIdleConnectionCloses(server.url)
  await page.getByText(/^[1-9]\d+ s$/).waitFor()
  provider.release()
  await toast(page, 'AI blog post generated successfully! Check your drafts.').waitFor()
  const draft = page.getByRole('dialog', { name: 'On passwords' })
  await draft.getByRole('heading', { name: 'Why' }).waitFor()
  await draft.getByRole('button', { name: 'Edit Draft' }).click()
  await page.waitForURL(/edit=1$/)
  await field(page, 'Content').waitFor()
  expect(await field(page, 'Content').inputValue()).toBe(GOOD_TEXT)
  expect(complaints).toEqual([])
})

test('an AI draft shows links as text and loads nothing', async () => {
  await using _provider = relay.startProvider('hostile')
  const { server, page, complaints } = await openDialog()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await fillAiDialog(page)
  const draft = page.getByRole('dialog', { name: 'On passwords' })
  await draft.getByRole('heading', { name: 'Advice for you' }).waitFor()
  await draft.getByText('https://tracker.example/guide?you=ada').waitFor()
  expect(await draft.getByRole('link').count()).toBe(0)
  expect(await draft.getByRole('img').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await draft.getByRole('button', { name: 'Close' }).last().click()
  await postRow(page, 'On passwords').getByText('Draft').waitFor()
  expect(requested.filter((url) => !url.startsWith(`${server.url}/`) || url.includes('/images/'))).toEqual([])
  expect(complaints).toEqual([])
})

test('an error of the provider is shown until the next attempt; canceling stores nothing and shows no error', async () => {
  const { server, token, page } = await openDialog()
  const failure = toast(page, 'Failed to generate AI blog post')
  for (const [behavior, message] of [
    [
      'quota insufficient_quota',
      "The AI provider's quota is exceeded. Please add credits to your account with the provider.",
    ],
    ['a refused key', 'The AI provider rejected the API key. Please check OPENAI_API_KEY.'],
  ] as const) {
    await using _provider = relay.startProvider(behavior)
    await fillAiDialog(page)
    await failure.filter({ hasText: message }).waitFor()
    expect(await page.content()).not.toContain(KEY)
    expect(server.output()).not.toContain(KEY)
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'AI Generate' }).click()
  await field(page, 'Blog Post Title').waitFor()
  expect(await failure.count()).toBe(1)

  await using provider = relay.startProvider('slow')
  await fillAiDialog(page)
  await page.getByText('Writing the draft…').waitFor()
  await failure.waitFor({ state: 'detached' })
  await provider.called
  await page.getByRole('button', { name: 'Cancel' }).click()
  await provider.abandoned
  await page.getByText('Writing the draft…').waitFor({ state: 'detached' })
  expect(await field(page, 'Blog Post Title').inputValue()).toBe('On passwords')
  expect(await failure.count()).toBe(0)
  expect((await callApi(server, 'GET', POSTS, undefined, token)).body).toEqual([])

  provider.release()
  await generateButton(page).click()
  await toast(page, 'AI blog post generated successfully! Check your drafts.').waitFor()
  expect((await callApi(server, 'GET', POSTS, undefined, token)).body).toHaveLength(1)
})

test('the settings show the provider without its key and can test it', async () => {
  await using _provider = relay.startProvider('good')
  const { server, page, complaints } = await fresh()
  await page.goto(`${server.url}/admin/settings`)
  await page.getByText('Configured', { exact: true }).waitFor()
  await page.getByText(relay.host, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await toast(page, 'The AI provider responded').waitFor()
  expect(await page.content()).not.toContain(KEY)
  expect(complaints).toEqual([])
})
