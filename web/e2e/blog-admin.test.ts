import { expect, test } from 'bun:test'
import { shortOrLong } from '#src/testing/attack.ts'
import { callApi, row, setUp, signIn, toast } from './administration.ts'
import { back, editorOf, field, openBlog, POSTS, TEMPLATE } from './blog-management.ts'
import { faults } from './faults.ts'
import { startServer, visitor } from './harness.ts'
import { ALL_SCREENS, TWO_SCREENS } from './screens.ts'

test('a post is written, published, moved, archived and deleted', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await openBlog(page, server)
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
  await page.getByRole('button', { name: 'Create Post' }).click()
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
  await page.getByText('The old address /blog/length-first will redirect to the new one.').waitFor()
  await page.getByRole('button', { name: 'Update' }).click()
  await toast(page, 'Blog post updated successfully').waitFor()
  const moved = await fetch(`${server.url}/blog/length-first`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/blog/length-comes-first'])

  const renamed = row(page, 'Length comes first')
  await renamed.getByRole('button', { name: 'Edit' }).click()
  await field(page, 'Status').selectOption('Archived')
  await field(page, 'Title').press('Control+s')
  await toast(page, 'Blog post updated successfully').waitFor()
  await back(page).click()
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
    await isFaultless()
    if (width < 1000) await page.getByRole('button', { name: 'Post details' }).click()
    await page.getByRole('button', { name: 'Make a preview link' }).click()
    await field(page, 'Preview link').waitFor()
    await isFaultless()
    if (width < 1000) await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Why' }).waitFor()
    await isFaultless()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
    await back(page).click()
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
