import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shortOrLong } from '#src/testing/attack.ts'
import { callApi, fillSignIn, row, setUp, signIn, toast } from './administration.ts'
import { field, openBlog, POSTS, TEMPLATE, toastCard } from './blog-management.ts'
import { faults } from './faults.ts'
import { startServer, visitor } from './harness.ts'
import { ALL_SCREENS, TWO_SCREENS } from './screens.ts'

const closeToast = (page: Page, text: string) =>
  toastCard(page, text).getByRole('button', { name: 'Close', includeHidden: true }).click()

test('a post is written, published, moved, archived and deleted', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
  await page.getByText('No blog posts yet').waitFor()
  await page.getByRole('button', { name: 'Create Your First Post' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Post' }).click()
  await dialog.getByText('Title and content are required').waitFor()
  expect(await field(page, 'Content').getAttribute('rows')).toBe('15')
  expect(await field(page, 'Status').inputValue()).toBe('draft')

  await field(page, 'Title').fill('Length & Strength')
  expect(await field(page, 'URL Slug').inputValue()).toBe('length-strength')
  await field(page, 'URL Slug').fill('by-hand')
  await field(page, 'Title').fill('Length first')
  expect(await field(page, 'URL Slug').inputValue()).toBe('length-first')
  await field(page, 'Content').fill('## Why\nEach **character** counts. <script>alert(1)</script>')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await preview.getByRole('heading', { name: 'Why' }).waitFor()
  await preview.getByText('<script>alert(1)</script>').waitFor()
  await field(page, 'Tags').fill('Passwords, how to, passwords')
  await field(page, 'SEO Title').fill('x'.repeat(61))
  await dialog.getByText('61 / 60 characters – search engines may cut it short').waitFor()
  await field(page, 'SEO Description').fill('About length')
  await dialog.getByText('12 / 155 characters').waitFor()
  await dialog.getByRole('button', { name: 'Create Post' }).click()
  await toast(page, 'Blog post created successfully').waitFor()
  const post = row(page, 'Length first')
  await post.getByText('Draft').waitFor()
  await post.getByText('1 min read').waitFor()
  expect(await post.getByRole('link').count()).toBe(0)

  await post.getByRole('button', { name: 'Publish' }).click()
  await toast(page, 'Blog post published successfully').waitFor()
  await post.getByText('Published').waitFor()
  const opened = page.waitForEvent('popup')
  await post.getByRole('link', { name: 'View Length first' }).click()
  const published = await opened
  await published.getByRole('heading', { name: 'Length first', level: 1 }).waitFor()
  await published.close()

  await post.getByRole('button', { name: 'Edit' }).click()
  expect(await field(page, 'Tags').inputValue()).toBe('Passwords, how to')
  await field(page, 'Title').fill('Length comes first')
  await dialog.getByText('The old address /blog/length-first will redirect to the new one.').waitFor()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Blog post updated successfully').waitFor()
  const moved = await fetch(`${server.url}/blog/length-first`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/blog/length-comes-first'])

  const renamed = row(page, 'Length comes first')
  await renamed.getByRole('button', { name: 'Edit' }).click()
  await field(page, 'Status').selectOption('Archived')
  await field(page, 'Title').press('Control+s')
  await renamed.getByText('Archived').waitFor()
  expect((await fetch(`${server.url}/blog/length-comes-first`)).status).toBe(404)

  await renamed.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question
    .getByText('Are you sure you want to delete "Length comes first"? This action cannot be undone.')
    .waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Blog post deleted successfully').waitFor()
  await page.getByText('No blog posts yet').waitFor()
  expect(visit.complaints).toEqual([])
})

test('what the server refuses is told in the toast and in the editor, which stays', async () => {
  await using server = await startServer()
  const token = await setUp(server)
  await callApi(server, 'POST', POSTS, { title: 'Taken', content: 'x' }, token)
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('Taken')
  await field(page, 'Content').fill('Text')
  await page.getByRole('button', { name: 'Create Post' }).click()
  await toast(page, 'Failed to create blog post').waitFor()
  await toast(page, 'Slug already exists').waitFor()
  const notice = page.getByRole('dialog').getByRole('alert')
  await notice.getByText('Slug already exists').waitFor()
  await closeToast(page, 'Slug already exists')
  expect(await notice.isVisible()).toBe(true)
  await field(page, 'URL Slug').fill('free')
  await page.getByRole('button', { name: 'Create Post' }).click()
  await row(page, 'Taken').nth(1).waitFor()
})

test('a failed try to save is no longer told of once the next one is on its way', async () => {
  await using server = await startServer()
  const token = await setUp(server)
  await callApi(server, 'POST', POSTS, { title: 'Taken', content: 'x' }, token)
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('Taken')
  await field(page, 'Content').fill('Text')
  await field(page, 'Content').press('Control+s')
  // While the pointer is over it, it does not go by itself.
  await toastCard(page, 'Slug already exists').hover()
  await page.route(`**${POSTS}`, (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await field(page, 'Content').press('Control+s')
  await toastCard(page, 'Slug already exists').waitFor({ state: 'detached' })
  expect(await field(page, 'Content').inputValue()).toBe('Text')
})

test('what someone else saved meanwhile is replaced only by who knows of it', async () => {
  await using server = await startServer()
  const token = await setUp(server)
  await callApi(server, 'POST', POSTS, { title: 'Shared', content: 'Text' }, token)
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
  await page.getByRole('button', { name: 'Edit Shared' }).click()
  await field(page, 'Content').fill('Ours')
  await callApi(server, 'PUT', `${POSTS}/1`, { title: 'Shared', content: 'Theirs' }, token)

  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await toast(page, 'Failed to update blog post').waitFor()
  await closeToast(page, 'Saving again replaces their version.')
  const notice = page.getByRole('dialog').getByRole('alert')
  await notice.getByText('Saving again replaces their version.').waitFor()
  expect(await field(page, 'Content').inputValue()).toBe('Ours')
  expect(await save.count()).toBe(0)

  await page.getByRole('button', { name: 'Replace their version' }).click()
  await toast(page, 'Blog post updated successfully').waitFor()
  const { body } = await callApi(server, 'GET', `${POSTS}/1`, undefined, token)
  expect(body).toMatchObject({ content: 'Ours' })
})

test('the preview of a long post is drawn anew at the next pause, and not with each key', async () => {
  await using server = await startServer()
  const token = await setUp(server)
  const content = `${'A line of words that goes on and on.\n'.repeat(500)}The end`
  await callApi(server, 'POST', POSTS, { title: 'Long', content }, token)
  await using visit = await visitor()
  const { page } = visit
  await page.clock.install()
  await openBlog(page, server)
  await page.getByRole('button', { name: 'Edit Long' }).click()
  const last = page.getByRole('region', { name: 'Preview' }).getByRole('paragraph').last()
  await last.getByText('The end').waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  const drawn: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/blog/render')) drawn.push(String(request.postDataJSON().content).slice(-17))
  })
  await field(page, 'Content').press('Control+End')
  await page.keyboard.type(', and more')
  await page.clock.runFor(1000)
  await page.clock.resume()
  await last.getByText('The end, and more').waitFor()
  expect(drawn).toEqual(['The end, and more'])
  expect(await field(page, 'Content').inputValue()).toBe(`${content}, and more`)
  expect(visit.complaints).toEqual([])
})

test('a draft is shown to others through a link', async () => {
  await using server = await startServer()
  const token = await setUp(server)
  await callApi(server, 'POST', POSTS, { title: 'Soon', content: 'Not yet public.' }, token)
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
  await page.getByRole('button', { name: 'Edit Soon' }).click()
  await page.getByRole('button', { name: 'Make a preview link' }).click()
  const address = await field(page, 'Preview link').inputValue()
  await using friend = await visitor()
  await friend.page.goto(address)
  await friend.page.getByText('Not yet public.').waitFor()
  expect((await fetch(`${server.url}/blog/soon`)).status).toBe(404)

  const links = page.getByRole('list', { name: 'Preview links' })
  await links.getByText(/, made by ada$/).waitFor()
  await links.getByRole('button', { name: /^Revoke the preview link/ }).click()
  await toast(page, 'Preview link revoked').waitFor()
  await links.waitFor({ state: 'detached' })
  expect(await field(page, 'Preview link').count()).toBe(0)
  expect((await fetch(address)).status).toBe(404)
  expect(friend.complaints).toEqual([])
})

test('an editor is kept in this browser through a reload, and offered again until it is saved', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('Half a thought')
  await field(page, 'Content').fill('To be continued')
  await page.getByText('Not saved yet; kept in this browser.').waitFor()
  let warnings = 0
  page.on('dialog', async (warning) => {
    warnings += warning.type() === 'beforeunload' ? 1 : 0
    await warning.accept()
  })
  await page.reload()
  expect(warnings).toBe(1)

  const offer = page.getByRole('region', { name: 'Unsaved changes to Half a thought' })
  await offer.getByRole('button', { name: 'Continue editing' }).click()
  expect(await field(page, 'Content').inputValue()).toBe('To be continued')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await question
    .getByText('What you changed in "Half a thought" has not been saved and would be lost.')
    .waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Create Post' }).click()
  await toast(page, 'Blog post created successfully').waitFor()
  expect(await offer.count()).toBe(0)
  await page.reload()
  await row(page, 'Half a thought').waitFor()
  expect(await offer.count()).toBe(0)
  expect(warnings).toBe(1)
  expect(visit.complaints).toEqual([])
})

test('what was discarded is gone', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('A bad idea')
  await page.getByText('Not saved yet; kept in this browser.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => localStorage.getItem('adminUnsavedPosts'))).toBeNull()
  await page.getByRole('button', { name: 'New Post' }).last().click()
  expect(await field(page, 'Title').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(visit.complaints).toEqual([])
})

test('a session that lapses while one writes costs no word', async () => {
  await using server = await startServer()
  const token = await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('Written in vain?')
  await field(page, 'Content').fill('No.')
  const mine = await page.evaluate(() => localStorage.getItem('adminToken') ?? '')
  await callApi(server, 'POST', '/api/admin/logout', undefined, mine)
  await page.getByRole('button', { name: 'Create Post' }).click()
  await page.waitForURL('**/admin/login')
  await fillSignIn(page, 'ada')
  await page.waitForURL('**/admin/blog')
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await page.getByRole('button', { name: 'Create Post' }).click()
  await toast(page, 'Blog post created successfully').waitFor()
  const { body } = await callApi(server, 'GET', `${POSTS}/1`, undefined, token)
  expect(body).toMatchObject({ title: 'Written in vain?', content: 'No.' })
})

test('posts are searched, filtered and shown fifty at a time', async () => {
  await using server = await startServer()
  const token = await setUp(server)
  for (let number = 1; number <= 51; number++) {
    const status = number % 2 ? 'draft' : 'published'
    await callApi(server, 'POST', POSTS, { title: `Post ${number}`, content: 'x', status }, token)
  }
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
  await page.getByText('50 of 51').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('51 of 51').waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Published')
  await page.getByText('25 of 25').waitFor()
  await page.getByLabel('Search posts').fill('post 44')
  await page.getByText('1 of 1').waitFor()
  await page.getByLabel('Search posts').fill('nothing like it')
  await page.getByText('No blog posts match').waitFor()
  expect(visit.complaints).toEqual([])
})

test('a post is written and saved by keyboard alone', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
  const { keyboard } = page
  await page.getByRole('button', { name: 'New Post' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await keyboard.press('Tab')
  await keyboard.type('Keys only')
  for (const _ of ['slug', 'excerpt', 'content']) await keyboard.press('Tab')
  await keyboard.type('No mouse.')
  await keyboard.press('Control+s')
  await toast(page, 'Blog post created successfully').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const isFocused = await page
    .getByRole('button', { name: 'New Post' })
    .evaluate((button) => button === document.activeElement)
  expect(isFocused).toBe(true)
  expect(visit.complaints).toEqual([])
})

test.each(shortOrLong(TWO_SCREENS, ALL_SCREENS))(
  'blog and settings are free of faults in $theme at $width pixels',
  async ({ theme, width }) => {
    await using server = await startServer({ env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } })
    const token = await setUp(server)
    for (const status of ['draft', 'published', 'archived']) {
      const post = {
        title: `A post that is ${status}`,
        content: '## Why\nBecause **so**.\n- one\n- two',
        status,
      }
      await callApi(server, 'POST', POSTS, post, token)
    }
    await callApi(server, 'POST', '/api/admin/ai-prompts', TEMPLATE, token)
    await using visit = await visitor({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    const { page } = visit
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    await signIn(page, server, 'ada')
    const isFaultless = async () => expect(await faults(page)).toEqual([])

    await page.goto(`${server.url}/admin/blog`, { waitUntil: 'networkidle' })
    await row(page, 'published').waitFor()
    await isFaultless()
    await page.getByRole('button', { name: 'Edit A post that is draft' }).click()
    if (width < 1000) await page.getByRole('button', { name: 'Show preview' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Why' }).waitFor()
    await page.getByRole('button', { name: 'Make a preview link' }).click()
    await field(page, 'Preview link').waitFor()
    await isFaultless()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'AI Generate' }).click()
    await page.getByRole('option', { name: 'How-to' }).waitFor({ state: 'attached' })
    await isFaultless()

    await page.goto(`${server.url}/admin/settings`, { waitUntil: 'networkidle' })
    await row(page, 'How-to').waitFor()
    await isFaultless()
    await page.getByRole('button', { name: 'Edit How-to' }).click()
    await page.getByRole('dialog').waitFor()
    await isFaultless()
    expect(visit.complaints).toEqual([])
  },
)
