import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violations, violationsOnScreens } from './accessibility-violations.ts'
import { callApi, openDatabase, row, toast } from './administration.ts'
import { back, choose, createButton, editorOf, field, POSTS, postRow, TEMPLATE } from './blog-management.ts'
import type { Server } from './harness.ts'
import { shareSession } from './shared-session.ts'
import { SHORT_PAGE, shortenPages } from './short-pages.ts'

const fresh = shareSession({
  tables: ['posts', 'prompts'],
  env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
})

test('a post is written, published, given a new slug, archived and deleted', async () => {
  const { server, page, complaints } = await fresh()
  await page.goto(`${server.url}/admin/blog`)
  await page.getByText('No blog posts yet').waitFor()
  await page.getByRole('button', { name: 'Create Your First Post' }).click()
  await editorOf(page, 'New Post').waitFor()
  await page.getByRole('button', { name: 'Create Post' }).click()
  await page.getByText('Title and content are required').first().waitFor()
  expect(await field(page, 'Content').getAttribute('rows')).toBe('15')
  expect(await field(page, 'Status').inputValue()).toBe('draft')

  await field(page, 'Title').fill('Length & Strength')
  expect(await field(page, 'URL Slug').inputValue()).toBe('length-strength')
  await field(page, 'URL Slug').fill('by-hand')
  await field(page, 'Title').fill('Length first')
  expect(await field(page, 'URL Slug').inputValue()).toBe('length-first')
  await field(page, 'Content').fill('## Why\nEach **character** counts. <script>alert(1)</script>')
  await page.getByRole('button', { name: 'Side by side' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('heading', { name: 'Why' }).waitFor()
  await preview.getByText('<script>alert(1)</script>').waitFor()
  await field(page, 'Tags').fill('Passwords, how to, passwords')
  await field(page, 'SEO Title').fill('x'.repeat(61))
  await page.getByText('61 / 60 characters – search engines may cut it short').waitFor()
  await field(page, 'SEO Description').fill('About length')
  await page.getByText('12 / 155 characters').waitFor()
  await createButton(page).click()
  await toast(page, 'Blog post created successfully').waitFor()
  const post = postRow(page, 'Length first')
  await post.getByText('Draft').waitFor()
  await post.getByText('1 min read').waitFor()
  await (await choose(page, 'Length first', 'Publish')).click()
  await toast(page, 'Blog post published successfully').waitFor()
  await post.getByText('Published').waitFor()
  const viewed = page.waitForEvent('popup')
  await toast(page, 'Blog post published successfully').getByRole('button', { name: 'View' }).click()
  expect(new URL((await viewed).url()).pathname).toBe('/blog/length-first')
  await (await viewed).close()
  const opened = page.waitForEvent('popup')
  const view = await choose(page, 'Length first', 'View')
  await view.waitFor()
  expect(await page.getByRole('menuitem', { name: 'Publish' }).count()).toBe(0)
  await view.click()
  const published = await opened
  await published.getByRole('heading', { name: 'Length first', level: 1 }).waitFor()
  await published.close()

  await post.getByRole('button', { name: 'Edit Length first' }).click()
  expect(await field(page, 'Tags').inputValue()).toBe('Passwords, how to')
  await field(page, 'Title').fill('Length comes first')
  await page.getByText('The old address /blog/length-first will redirect to the new one.').waitFor()
  await page.getByRole('button', { name: 'Update' }).click()
  await toast(page, 'Blog post updated successfully').waitFor()
  const moved = await fetch(`${server.url}/blog/length-first`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/blog/length-comes-first'])

  const renamed = postRow(page, 'Length comes first')
  await renamed.getByRole('button', { name: 'Edit' }).click()
  // The list has an option with the same name.
  await editorOf(page, 'Edit Post').waitFor()
  await field(page, 'Status').selectOption('Archived')
  await field(page, 'Title').press('Control+s')
  await page.getByText('Saved at').waitFor()
  await back(page).click()
  await renamed.getByText('Archived').waitFor()
  expect((await fetch(`${server.url}/blog/length-comes-first`)).status).toBe(404)

  await (await choose(page, 'Length comes first', 'Delete')).click()
  const question = page.getByRole('alertdialog')
  await question
    .getByText('Are you sure you want to delete "Length comes first"? This action cannot be undone.')
    .waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Blog post deleted successfully').waitFor()
  await page.getByText('No blog posts yet').waitFor()
  expect(complaints).toEqual([])
})

/** Faster than the API. */
function writePosts(server: Server, count: number) {
  using database = openDatabase(server)
  database.run(
    `WITH RECURSIVE numbers (i) AS (
       SELECT coalesce(max(id), 0) + 1 FROM posts
       UNION ALL SELECT i + 1 FROM numbers WHERE i < (SELECT coalesce(max(id), 0) FROM posts) + ?1)
     INSERT INTO posts (title, slug, excerpt, content, status, tags, meta_title, meta_description,
       created_at, updated_at, reading_minutes)
     SELECT printf('Post %03d', i), 'post-' || i, '', 'Words', iif(i % 2, 'draft', 'published'), '["Tag"]', '', '',
       strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', i || ' minutes'), '2026-01-01T00:00:00.000Z', i % 7
     FROM numbers`,
    [count],
  )
}

const titles = (page: Page) =>
  page.getByRole('rowheader').evaluateAll((cells) => cells.map((cell) => cell.textContent.slice(0, 8)))

test('search, filters, order and pages of the post list survive Back and reload', async () => {
  const { server, page, complaints } = await fresh()
  writePosts(server, 60)
  await page.goto(`${server.url}/admin/blog`)
  await page.getByText('50 of 60').waitFor()
  expect((await titles(page)).slice(0, 2)).toEqual(['Post 060', 'Post 059'])
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('60 of 60').waitFor()
  await page.getByRole('button', { name: 'Title' }).click()
  await page.getByText('50 of 60').waitFor()
  expect((await titles(page))[0]).toBe('Post 001')
  await page.getByLabel('Status', { exact: true }).selectOption('Published')
  await page.getByText('30 of 30').waitFor()
  await page.getByLabel('Search posts').fill('post 044')
  await page.getByText('1 of 1').waitFor()
  await page.getByRole('button', { name: 'Edit Post 044' }).click()
  await field(page, 'Content').waitFor()
  await page.reload()
  await back(page).click()
  await page.getByText('1 of 1').waitFor()
  expect(new URL(page.url()).search).toBe('?sort=title&status=published&q=post+044')
  await page.getByLabel('Search posts').fill('nothing like it')
  await page.getByText('No blog posts match').waitFor()
  expect(complaints).toEqual([])
})

test('bulk publishing and bulk deletion ask for one confirmation each', async () => {
  const { server, page, complaints } = await fresh()
  writePosts(server, 5)
  await page.goto(`${server.url}/admin/blog`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const selected = page.getByRole('region', { name: 'Selected rows' })
  await selected.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('alertdialog', { name: 'Publish blog posts' })
  await question.getByText('Are you sure you want to publish 3 drafts?').waitFor()
  await question.getByRole('button', { name: 'Publish' }).click()
  await toast(page, '3 blog posts published successfully').waitFor()
  await page.getByRole('row').getByText('Draft', { exact: true }).first().waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Select Post 001' }).check()
  await page.getByRole('checkbox', { name: 'Select Post 003' }).check()
  await selected.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByText('Are you sure you want to delete 2 blog posts? This action cannot be undone.')
    .waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, '2 blog posts deleted successfully').waitFor()
  await page.getByText('3 of 3').waitFor()
  expect(complaints).toEqual([])
})

test('the list shows the posts that are left if a bulk deletion fails halfway', async () => {
  const { server, token, page } = await fresh()
  writePosts(server, 3)
  await page.goto(`${server.url}/admin/blog`)
  await page.route(`**${POSTS}/bulk-delete`, async (route) => {
    await callApi(server, 'DELETE', `${POSTS}/1`, undefined, token)
    await route.fulfill({ status: 503, json: { message: 'The database is down', code: 'unavailable' } })
  })
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Failed to delete blog post').waitFor()
  await page.getByText('2 of 2').waitFor()
  expect(await titles(page)).toEqual(['Post 003', 'Post 002'])
})

async function writePostOfEachStatus(server: Server, token: string): Promise<void> {
  for (const status of ['draft', 'published', 'archived']) {
    const post = {
      title: `A post that is ${status}`,
      content: '## Why\nBecause **so**.\n- one\n- two',
      status,
    }
    await callApi(server, 'POST', POSTS, post, token)
  }
}

test('the list has no accessibility violations with no post, and more than a page with each status', async () => {
  const { server, token, page, complaints } = await fresh()
  await shortenPages(page, POSTS)
  const open = () => page.goto(`${server.url}/admin/blog`)
  await open()
  await page.getByText('No blog posts yet').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  await writePostOfEachStatus(server, token)
  writePosts(server, SHORT_PAGE)
  await open()
  await page.getByRole('button', { name: 'Show more' }).waitFor()
  for (const status of ['draft', 'published', 'archived'])
    await postRow(page, `A post that is ${status}`).waitFor()
  await page.getByRole('checkbox').last().check()
  await page.getByText('1 selected').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('the editor has no accessibility violations on any screen', async () => {
  const { server, token, page, complaints } = await fresh()
  await writePostOfEachStatus(server, token)
  await page.goto(`${server.url}/admin/blog`)
  await page.getByRole('button', { name: 'Edit A post that is draft' }).click()
  await field(page, 'Content').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  await page.getByRole('button', { name: 'Create a preview link' }).click()
  await field(page, 'Preview link').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Why' }).waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  // A phone shows the details in a dialog.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
  await page.getByRole('button', { name: 'Post details' }).click()
  await page.getByRole('dialog').getByRole('list', { name: 'Preview links' }).waitFor()
  expect(await violations(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('AI dialog, settings and template have no accessibility violations on any screen', async () => {
  const { server, token, page, complaints } = await fresh()
  await callApi(server, 'POST', '/api/admin/ai-prompts', TEMPLATE, token)
  await page.goto(`${server.url}/admin/blog`)
  await page.getByRole('button', { name: 'AI Generate' }).click()
  await page.getByRole('option', { name: 'How-to' }).waitFor({ state: 'attached' })
  expect(await violationsOnScreens(page)).toEqual([])

  await page.goto(`${server.url}/admin/settings`)
  await row(page, 'How-to').waitFor()
  await page.getByText('No CSV files yet').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  await page.getByRole('button', { name: 'Edit How-to' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  expect(complaints).toEqual([])
})
