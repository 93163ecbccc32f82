import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { GOOD_TEXT, startChatServer } from '#src/testing/chat-server.ts'
import { violations } from './accessibility-violations.ts'
import { callApi, KEY, row, setUp, signIn, toast } from './administration.ts'
import { field, openBlog, POSTS, postRow, TEMPLATE } from './blog-management.ts'
import { startServer, visitor } from './harness.ts'

test('a template can be created, deactivated, edited and deleted', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'ada', '/admin/settings')
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
  expect(visit.complaints).toEqual([])
})

/** Opens the AI dialog, with that provider behavior. */
async function withProvider(behavior: string, page: Page) {
  const provider = startChatServer(behavior)
  const server = await startServer({ env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: KEY } })
  const token = await setUp(server)
  await callApi(server, 'POST', '/api/admin/ai-prompts', TEMPLATE, token)
  await callApi(server, 'POST', '/api/admin/ai-prompts', { ...TEMPLATE, name: 'Old', isActive: false }, token)
  await openBlog(page, server)
  await page.getByRole('button', { name: 'AI Generate' }).click()
  return {
    provider,
    server,
    token,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true })

async function fillAiDialog(page: Page) {
  await field(page, 'Blog Post Title').fill('On passwords')
  await field(page, 'AI Prompt Template').selectOption('How-to')
  await generateButton(page).click()
}

test('the AI dialog requires a title and a template, then creates a draft', async () => {
  await using visit = await visitor()
  const { page } = visit
  await using world = await withProvider('slow', page)
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
  await page.getByText(/^[1-9]\d* s$/).waitFor()
  world.provider.release()
  await toast(page, 'AI blog post generated successfully! Check your drafts.').waitFor()
  const draft = page.getByRole('dialog', { name: 'On passwords' })
  await draft.getByRole('heading', { name: 'Why' }).waitFor()
  await draft.getByRole('button', { name: 'Edit Draft' }).click()
  await page.waitForURL(/edit=1$/)
  expect(await field(page, 'Content').inputValue()).toBe(GOOD_TEXT)
  expect(visit.complaints).toEqual([])
})

test('an AI draft shows links as text and loads nothing', async () => {
  await using visit = await visitor()
  const { page } = visit
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await using world = await withProvider('hostile', page)
  await fillAiDialog(page)
  const draft = page.getByRole('dialog', { name: 'On passwords' })
  await draft.getByRole('heading', { name: 'Advice for you' }).waitFor()
  await draft.getByText('https://tracker.example/guide?you=ada').waitFor()
  expect(await draft.getByRole('link').count()).toBe(0)
  expect(await draft.getByRole('img').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await draft.getByRole('button', { name: 'Close' }).last().click()
  await postRow(page, 'On passwords').getByText('Draft').waitFor()
  expect(
    requested.filter((url) => !url.startsWith(`${world.server.url}/`) || url.includes('/images/')),
  ).toEqual([])
  expect(visit.complaints).toEqual([])
})

test('canceling aborts the provider request, stores nothing and shows no error', async () => {
  await using visit = await visitor()
  const { page } = visit
  await using world = await withProvider('slow', page)
  await fillAiDialog(page)
  await page.getByText(/^[1-9]\d* s$/).waitFor()
  await world.provider.called
  await page.getByRole('button', { name: 'Cancel' }).click()
  await world.provider.abandoned
  await page.getByText('Writing the draft…').waitFor({ state: 'detached' })
  expect(await field(page, 'Blog Post Title').inputValue()).toBe('On passwords')
  expect(await toast(page, 'Failed').count()).toBe(0)
  expect((await callApi(world.server, 'GET', POSTS, undefined, world.token)).body).toEqual([])
  expect(visit.complaints).toEqual([])
})

test('a slow AI provider has a longer timeout than other requests', async () => {
  await using visit = await visitor()
  const { page } = visit
  await using world = await withProvider('slow', page)
  await fillAiDialog(page)
  // Elsewhere, connections are cut after ten idle seconds.
  await page.getByText(/^(1[4-9]|[2-9]\d) s$/).waitFor({ timeout: 30_000 })
  world.provider.release()
  await toast(page, 'AI blog post generated successfully! Check your drafts.').waitFor()
}, 60_000)

test.each([
  [
    'quota insufficient_quota',
    "The AI provider's quota is exceeded. Please add credits to your account with the provider.",
  ],
  ['a refused key', 'The AI provider rejected the API key. Please check OPENAI_API_KEY.'],
])('a toast explains a provider with %s', async (behavior, message) => {
  await using visit = await visitor()
  const { page } = visit
  await using world = await withProvider(behavior, page)
  await fillAiDialog(page)
  await toast(page, 'Failed to generate AI blog post').waitFor()
  await toast(page, message).waitFor()
  expect(await page.content()).not.toContain(KEY)
  expect(world.server.output()).not.toContain(KEY)
})

test('the error message of the AI provider disappears on the next attempt', async () => {
  await using visit = await visitor()
  const { page } = visit
  await using world = await withProvider('refusing once, then slow', page)
  await fillAiDialog(page)
  const failure = toast(page, 'Failed to generate AI blog post')
  await failure.waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'AI Generate' }).click()
  expect(await failure.count()).toBe(1)
  await fillAiDialog(page)
  await page.getByText('Writing the draft…').waitFor()
  await failure.waitFor({ state: 'detached', timeout: 5_000 })
  world.provider.release()
  await toast(page, 'AI blog post generated successfully! Check your drafts.').waitFor()
})

test('the settings show the provider without its key and can test it', async () => {
  await using visit = await visitor()
  const { page } = visit
  await using world = await withProvider('good', page)
  await page.goto(`${world.server.url}/admin/settings`)
  await page.getByText('Configured', { exact: true }).waitFor()
  await page.getByText(new URL(world.provider.url).host).waitFor()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await toast(page, 'The AI provider responded').waitFor()
  expect(await page.content()).not.toContain(KEY)
  expect(visit.complaints).toEqual([])
})
