import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from '#src/testing/time-limits.ts'
import { violations } from './accessibility-violations.ts'
import { addUser, callApi, fillSignIn, type SetUpServer, signIn, toast, tokenOf } from './administration.ts'
import { back, createButton, editorOf, field, openBlog, POSTS, postRow } from './blog-management.ts'
import { type Server, untilFocused, visitor } from './harness.ts'
import { keepToasts } from './kept-toasts.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: ['posts'] })

async function openList(page: Page, server: Server): Promise<void> {
  await page.goto(`${server.url}/admin/blog`)
  await page.getByRole('heading', { name: 'Blog Management' }).waitFor()
}

const closeToast = (page: Page, text: string) =>
  toast(page, text).getByRole('button', { name: 'Close', includeHidden: true }).click()

const untilContent = (page: Page, text: string) =>
  until(`the content is '${text}'`, async () => (await field(page, 'Content').inputValue()) === text)

/** Reads from the server: text kept only in the browser doesn't count. */
const read = async (server: Server, token: string, id = 1) =>
  (await callApi(server, 'GET', `${POSTS}/${id}`, undefined, token)).body

test('a draft is scheduled in local time by one press, never by an autosave, and shown as such', async () => {
  const { server, page, token, complaints } = await fresh()
  await page.goto(`${server.url}/admin/blog?edit=new`)
  await field(page, 'Title').fill('Later')
  await field(page, 'Content').fill('Each character counts.')
  await page.getByLabel('Publish at').fill('2020-01-31T09:00')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('Please choose a time in the future, or publish the post now').first().waitFor()
  await untilFocused(page.getByLabel('Publish at'))
  await page.getByLabel('Publish at').fill('2099-01-31T09:00')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await postRow(page, 'Later').getByText('Draft').waitFor()
  await postRow(page, 'Later').getByText('Scheduled').waitFor()
  const publishAt = await page.evaluate(() => new Date('2099-01-31T09:00').toISOString())
  expect(await read(server, token)).toMatchObject({ status: 'draft', publishAt })

  await page.goto(`${server.url}/admin/blog?edit=1`)
  await page.getByText('Draft · Scheduled for').waitFor()
  expect(await page.getByLabel('Publish at').inputValue()).toBe('2099-01-31T09:00')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Publish at').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await postRow(page, 'Later').waitFor()
  expect(await postRow(page, 'Later').getByText('Scheduled').count()).toBe(0)
  expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
})

test('a former text is compared with the current one and restored, which keeps the current one', async () => {
  const { server, page, token, complaints } = await fresh()
  const post = (content: string) => ({ title: 'Kept', content, status: 'draft' })
  await callApi(server, 'POST', POSTS, post('The former text.'), token)
  await callApi(server, 'PUT', `${POSTS}/1`, post('The current text.'), token)
  await page.goto(`${server.url}/admin/blog?edit=1`)
  await page.getByRole('button', { name: 'Show revisions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revisions' })
  await dialog.getByRole('listitem').getByRole('button').first().click()
  await dialog.getByText('former', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  const tops = dialog
    .getByRole('button', { name: /this text$/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
  expect(new Set(await tops).size).toBe(1)
  await dialog.getByRole('button', { name: 'Restore this text' }).click()
  await untilContent(page, 'The former text.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await postRow(page, 'Kept').waitFor()
  expect(await read(server, token)).toMatchObject({ content: 'The former text.' })
  const { body } = await callApi(server, 'GET', `${POSTS}/1/revisions`, undefined, token)
  expect(body).toHaveLength(2)
  await page.goto(`${server.url}/admin/blog?edit=1`)
  await page.getByRole('button', { name: 'Show revisions' }).click()
  await dialog.getByRole('listitem').getByRole('button').first().click()
  await dialog.getByRole('button', { name: 'Delete this text' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Revision deleted').first().waitFor()
  await until('one revision is left', async () => (await dialog.getByRole('listitem').count()) === 1)
  expect(await violations(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('the first invalid field is focused, in the text and in the details', async () => {
  const { server, page, complaints } = await fresh()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/admin/blog?edit=new`)
  await page.getByRole('button', { name: 'Create Post' }).click()
  await page.getByText('Title and content are required').first().waitFor()
  await untilFocused(field(page, 'Title'))
  await field(page, 'Title').fill('Here')
  await page.getByRole('button', { name: 'Create Post' }).click()
  await untilFocused(field(page, 'Content'))
  await field(page, 'Content').fill('x')
  expect(await page.getByText('Title and content are required').count()).toBe(0)
  await page.getByRole('button', { name: 'Post details' }).click()
  await field(page, 'Tags').fill('x'.repeat(41))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page
    .getByRole('dialog', { name: 'Post details' })
    .getByText('A tag can have at most 40 characters')
    .waitFor()
  await untilFocused(field(page, 'Tags'))
  expect(complaints).toEqual([])
})

test('shortcuts and buttons wrap the selection in Markdown, and undo reverts it', async () => {
  const { server, page, complaints } = await fresh()
  await page.goto(`${server.url}/admin/blog?edit=new`)
  const content = field(page, 'Content')
  const text = () => content.inputValue()
  await content.fill('strong')
  for (const [key, expected] of [
    ['Control+b', '**strong**'],
    ['Control+i', '_strong_'],
    ['Control+k', '[strong](url)'],
  ] as const) {
    await content.press('Control+a')
    await content.press(key)
    expect(await text()).toBe(expected)
    await content.press('Control+z')
    expect(await text()).toBe('strong')
  }
  for (const [name, expected] of [
    ['Heading', '## strong'],
    ['List', '- strong'],
    ['Numbered list', '1. strong'],
    ['Quote', '> strong'],
    ['Code', '`strong`'],
  ] as const) {
    await content.press('Control+a')
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true }).click()
    expect(await text()).toBe(expected)
    await untilFocused(field(page, 'Content'))
    await content.press('Control+z')
    expect(await text()).toBe('strong')
  }
  await content.fill('One two')
  for (const [name, typed, expected] of [
    ['Code block', 'x = 1', 'One\n\n```\nx = 1\n```\n\n two'],
    ['Table', 'Name', /^One\n\n\| Name \| Column 2 \|\n\|[ -]+\|[ -]+\|\n\|[ ]+\|[ ]+\|\n\n two$/],
  ] as const) {
    await content.evaluate((area) => {
      if (area instanceof HTMLTextAreaElement) area.setSelectionRange(3, 3)
    })
    await page.getByRole('button', { name, exact: true }).click()
    await page.keyboard.type(typed)
    expect(await text()).toMatch(expected)
    while ((await text()) !== 'One two') await content.press('Control+z')
  }
  expect(await page.getByRole('dialog').count()).toBe(0)
  await field(page, 'Title').press('Control+k')
  await page.getByRole('dialog').getByRole('option', { name: 'Save the post' }).waitFor()
  expect(complaints).toEqual([])
})

test('the content can be monospaced, which this browser keeps, and the excerpt grows with its text', async () => {
  const { server, page, complaints } = await fresh()
  await page.goto(`${server.url}/admin/blog?edit=new`)
  const font = () => field(page, 'Content').evaluate((area) => getComputedStyle(area).fontFamily)
  const button = page.getByRole('button', { name: 'Monospaced text', pressed: false })
  await button.waitFor()
  expect(await font()).not.toContain('monospace')
  await button.click()
  await page.reload()
  await page.getByRole('button', { name: 'Monospaced text', pressed: true }).waitFor()
  expect(await font()).toContain('monospace')
  const excerpt = field(page, 'Excerpt')
  const heights = () => excerpt.evaluate(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight])
  const [least = 0] = await heights()
  await excerpt.fill('What a long text this is! '.repeat(20))
  const [height = 0, needed = 0] = await heights()
  expect([height > 1.5 * least, height >= needed]).toEqual([true, true])
  expect(complaints).toEqual([])
})

test('a draft on the dashboard opens in the editor', async () => {
  const { server, token, page, complaints } = await fresh()
  await callApi(server, 'POST', POSTS, { title: 'Half a thought', content: 'x' }, token)
  await page.goto(`${server.url}/admin/dashboard`)
  await page.getByRole('link', { name: 'Half a thought' }).click()
  await editorOf(page, 'Edit Post').waitFor()
  await page.waitForURL(/edit=1$/)
  expect(complaints).toEqual([])
})

test('a draft is saved automatically with a timestamp, or shows why not; a published post is not saved', async () => {
  const { server, token } = await fresh()
  await callApi(server, 'POST', POSTS, { title: 'Public', content: 'x', status: 'published' }, token)
  await using visit = await visitor()
  const { page } = visit
  const saved: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') saved.push(new URL(request.url()).pathname)
  })
  await page.clock.install()
  await openBlog(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('Soon')
  await page.clock.runFor(5_000)
  await page.getByText('Not saved yet; kept in this browser.').waitFor()
  await field(page, 'Content').fill('One')
  await page.clock.runFor(3_000)
  await page.getByText(/^Saved at /).waitFor()
  expect(await read(server, token, 2)).toMatchObject({ title: 'Soon', content: 'One', status: 'draft' })
  await page.waitForURL(/\?edit=2$/)
  await page.getByRole('button', { name: 'Save draft', exact: true }).waitFor()
  await field(page, 'Content').press('Control+End')
  await page.keyboard.type(' and two')
  // Leaving immediately loses nothing.
  await back(page).click()
  await postRow(page, 'Soon').getByText('Draft').waitFor()
  expect(await read(server, token, 2)).toMatchObject({ content: 'One and two' })
  expect(await page.getByRole('region', { name: /^Unsaved changes/ }).count()).toBe(0)

  await page.getByRole('button', { name: 'Edit Soon' }).click()
  await field(page, 'Content').fill('Written offline')
  await page.route(`**${POSTS}/2`, (route) => route.abort())
  await page.clock.runFor(3_000)
  await page.getByText('Not saved: The server did not respond. Please try again.').waitFor()
  await page.unroute(`**${POSTS}/2`)
  await page.clock.runFor(30_000)
  await page.getByText(/^Saved at /).waitFor()
  expect(await read(server, token, 2)).toMatchObject({ content: 'Written offline' })
  await field(page, 'Tags').fill('x'.repeat(41))
  await page.clock.runFor(3_000)
  await page.getByText('Not saved: A tag can have at most 40 characters').waitFor()
  await field(page, 'Tags').fill('')
  await page.goBack()

  await page.getByRole('button', { name: 'Edit Public' }).click()
  await field(page, 'Content').fill('Not yet for everyone')
  await page.clock.runFor(90_000)
  await page.getByText('Not saved yet; kept in this browser.').waitFor()
  await page.goBack()
  await page.getByRole('region', { name: 'Unsaved changes to Public' }).waitFor()
  expect(saved).not.toContain(`${POSTS}/1`)
  expect(await read(server, token)).toMatchObject({ content: 'x' })
  expect(visit.complaints.filter((line) => !line.includes('net::ERR_FAILED'))).toEqual([])
})

const moderators = new WeakMap<SetUpServer, Promise<string>>()

/** A token; the password is hashed once per server. */
function moderatorOf(server: SetUpServer): Promise<string> {
  const known = moderators.get(server)
  if (known) return known
  const added = addUser(server, server.login.token, 'moderator').then(() => tokenOf(server, 'moderator'))
  moderators.set(server, added)
  return added
}

/** Ada has edited a published post that the moderator then saved. */
async function twoEditors() {
  const { server, token, page } = await fresh()
  const theirs = await moderatorOf(server)
  const post = { title: 'Shared', content: 'One\nTwo\nThree', status: 'published' }
  await callApi(server, 'POST', POSTS, post, token)
  await openList(page, server)
  await page.getByRole('button', { name: 'Edit Shared' }).click()
  await field(page, 'Content').fill('One\nTwo of mine\nThree')
  const { body } = await callApi(
    server,
    'PUT',
    `${POSTS}/1`,
    { ...post, content: 'One\nTwo\nThree of theirs' },
    theirs,
  )
  expect(body).toMatchObject({ updatedBy: 'moderator' })
  return { page, server, token, theirs, post }
}

test('editing conflicts are shown before overwriting, and an editor can keep their own version', async () => {
  const { page, server, ...world } = await twoEditors()
  await page.getByRole('button', { name: 'Update' }).click()
  await toast(page, 'Failed to update blog post').waitFor()
  const versions = page.getByRole('region', { name: 'Conflicting versions' })
  await versions.getByText(/^moderator changed this post /).waitFor()
  await versions.getByText('Changed: Content. Your version isn’t saved yet. This browser keeps it.').waitFor()
  expect(await field(page, 'Content').inputValue()).toBe('One\nTwo of mine\nThree')
  expect(await read(server, world.token)).toMatchObject({ content: 'One\nTwo\nThree of theirs' })

  await versions.getByRole('button', { name: 'Show differences' }).click()
  await versions.getByText('Theirs: Two').waitFor()
  await versions.getByText('Mine: Two of mine').waitFor()
  expect(await violations(page)).toEqual([])

  // A third save during the choice is reported, too.
  await callApi(server, 'PUT', `${POSTS}/1`, { ...world.post, content: 'Third' }, world.theirs)
  await versions.getByRole('button', { name: 'Keep mine' }).click()
  await versions.getByRole('button', { name: 'Show differences' }).click()
  await versions.getByText('Theirs: Third').waitFor()
  expect(await read(server, world.token)).toMatchObject({ content: 'Third' })
  await versions.getByRole('button', { name: 'Keep mine' }).click()
  await toast(page, 'Blog post updated successfully').waitFor()
  await versions.waitFor({ state: 'detached' })
  expect(await read(server, world.token)).toMatchObject({
    content: 'One\nTwo of mine\nThree',
    updatedBy: 'ada',
  })
  await back(page).click()
  await postRow(page, 'Shared').waitFor()
  expect(await page.getByRole('region', { name: /^Unsaved changes/ }).count()).toBe(0)
})

test('loading the other version of a post also keeps one’s own', async () => {
  const { page, server, ...world } = await twoEditors()
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Load theirs' }).click()
  await untilContent(page, 'One\nTwo\nThree of theirs')
  await page.getByRole('button', { name: 'Back to mine' }).click()
  await untilContent(page, 'One\nTwo of mine\nThree')
  await field(page, 'Content').fill('One\nTwo\nThree of theirs')

  await page.goBack()
  await page.getByRole('button', { name: 'Edit Shared' }).click()
  await field(page, 'Content').fill('Mine again')
  await page.goBack()
  await callApi(server, 'PUT', `${POSTS}/1`, { ...world.post, content: 'Theirs again' }, world.theirs)
  await page.getByRole('button', { name: 'Continue editing' }).click()
  const versions = page.getByRole('region', { name: 'Conflicting versions' })
  await versions.getByRole('button', { name: 'Load theirs' }).click()
  await untilContent(page, 'Theirs again')
  await back(page).click()
  await page.getByRole('region', { name: 'Unsaved changes to Shared' }).waitFor()
})

test('returning to the tab shows changes saved by someone else', async () => {
  const { page, server, ...world } = await twoEditors()
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await comeBack()
  await page.getByRole('region', { name: 'Conflicting versions' }).waitFor()
  expect(await field(page, 'Content').inputValue()).toBe('One\nTwo of mine\nThree')
  await page.goto(`${server.url}/admin/blog`)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Edit Shared' }).click()
  await field(page, 'Content').waitFor()
  await callApi(server, 'PUT', `${POSTS}/1`, { ...world.post, content: 'Newest' }, world.theirs)
  await comeBack()
  await toast(page, 'moderator changed this post').waitFor()
  await untilContent(page, 'Newest')
})

test('a post deleted by someone else during editing is saved as a new one', async () => {
  const { server, token, page } = await fresh()
  await callApi(server, 'POST', POSTS, { title: 'Gone', content: 'x', status: 'published' }, token)
  await openList(page, server)
  await page.getByRole('button', { name: 'Edit Gone' }).click()
  await field(page, 'Content').fill('Still mine')
  await callApi(server, 'DELETE', `${POSTS}/1`, undefined, token)
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByText('This post was deleted in the meantime. Saving creates it again.').waitFor()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await postRow(page, 'Gone').waitFor()
  expect(await read(server, token, 2)).toMatchObject({ content: 'Still mine', status: 'published' })
})

test('a validation error from the server shows in the editor, and in a toast until the next save', async () => {
  const { server, token, page } = await fresh()
  await callApi(server, 'POST', POSTS, { title: 'Taken', content: 'x' }, token)
  await openList(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('Taken')
  await field(page, 'Content').fill('Text')
  await createButton(page).click()
  await toast(page, 'Failed to create blog post').waitFor()
  await toast(page, 'Slug already exists').waitFor()
  await untilFocused(field(page, 'URL Slug'))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${POSTS}`, async (route) => {
    await released
    await route.continue()
  })
  await field(page, 'Content').press('Control+s')
  await toast(page, 'Slug already exists').waitFor({ state: 'detached' })
  expect(await field(page, 'Content').inputValue()).toBe('Text')
  release()
  await toast(page, 'Slug already exists').waitFor()
  await closeToast(page, 'Slug already exists')
  expect(await page.getByText('Slug already exists', { exact: true }).isVisible()).toBe(true)
  await field(page, 'URL Slug').fill('free')
  await createButton(page).click()
  await postRow(page, 'Taken').nth(1).waitFor()
})

test('renders the preview of a long post after a pause, not after each key press', async () => {
  const { server, token } = await fresh()
  const content = `${'A line of words that goes on and on.\n'.repeat(500)}The end`
  await callApi(server, 'POST', POSTS, { title: 'Long', content }, token)
  await using visit = await visitor()
  const { page } = visit
  await page.clock.install()
  await openBlog(page, server)
  await page.getByRole('button', { name: 'Edit Long' }).click()
  await page.getByRole('button', { name: 'Side by side' }).click()
  const last = page.getByRole('region', { name: 'Preview' }).getByRole('paragraph').last()
  await last.getByText('The end').waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  const rendered: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/blog/render'))
      rendered.push(String(request.postDataJSON().content).slice(-17))
  })
  await field(page, 'Content').press('Control+End')
  await page.keyboard.type(', and more')
  await page.clock.runFor(1000)
  await page.clock.resume()
  await last.getByText('The end, and more').waitFor()
  expect(rendered).toEqual(['The end, and more'])
  expect(await field(page, 'Content').inputValue()).toBe(`${content}, and more`)
  expect(visit.complaints).toEqual([])
})

test('says while typing from which line on a post is shown as plain text', async () => {
  const { server, page } = await fresh()
  await openList(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  const row = (cell: string) => cell.repeat(520)
  await field(page, 'Content').fill(`Words\n\n${row('|a')}\n${row('|-')}\n`)
  await page.getByText('1 min read').waitFor()
  expect(await page.getByText(/^From line/).count()).toBe(0)
  await field(page, 'Content').press('Control+End')
  await page.keyboard.insertText('|\n'.repeat(400))
  await page
    .getByText(/^From line \d+ on, tables, lists, quotes, footnotes and reference links are shown as plain/)
    .waitFor()
})

test('a link shows a draft to other people', async () => {
  const { server, token, page } = await fresh()
  await callApi(server, 'POST', POSTS, { title: 'Soon', content: 'Not yet public.' }, token)
  await openList(page, server)
  await page.getByRole('button', { name: 'Edit Soon' }).click()
  await page.getByRole('button', { name: 'Create a preview link' }).click()
  const address = await field(page, 'Preview link').inputValue()
  await using friend = await visitor()
  await friend.page.goto(address)
  await friend.page.getByText('Not yet public.').waitFor()

  const links = page.getByRole('list', { name: 'Preview links' })
  await links.getByText(/, created by ada$/).waitFor()
  await links.getByRole('button', { name: /^Revoke the preview link/ }).click()
  await toast(page, 'Preview link revoked').waitFor()
  await links.waitFor({ state: 'detached' })
  await field(page, 'Preview link').waitFor({ state: 'detached' })
  expect((await fetch(address)).status).toBe(404)
  expect(friend.complaints).toEqual([])
})

test('the editor’s URL restores all text after a reload, and Back leads to the list', async () => {
  const { server } = await fresh()
  await using visit = await visitor()
  const { page } = visit
  await keepToasts(page)
  await openBlog(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('Half a thought')
  await page.getByText('Not saved yet; kept in this browser.').waitFor()
  let warnings = 0
  page.on('dialog', async (warning) => {
    warnings += warning.type() === 'beforeunload' ? 1 : 0
    await warning.accept()
  })
  await page.reload()
  expect(warnings).toBe(1)
  await editorOf(page, 'New Post').waitFor()
  expect(await field(page, 'Title').inputValue()).toBe('Half a thought')

  await page.goBack()
  const offer = page.getByRole('region', { name: 'Unsaved changes to Half a thought' })
  await offer.getByRole('button', { name: 'Continue editing' }).click()
  expect(await field(page, 'Title').inputValue()).toBe('Half a thought')
  await back(page).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Your changes to "Half a thought" haven’t been saved and will be lost.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await field(page, 'Content').fill('To be continued')
  await createButton(page).click()
  await toast(page, 'Blog post created successfully').waitFor()
  await postRow(page, 'Half a thought').waitFor()
  expect(await offer.count()).toBe(0)
  await page.reload()
  await postRow(page, 'Half a thought').waitFor()
  expect(await offer.count()).toBe(0)
  expect(warnings).toBe(1)
  expect(visit.complaints).toEqual([])
})

test('discarded changes are deleted', async () => {
  const { server, page, complaints } = await fresh()
  await openList(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('A bad idea')
  await page.getByText('Not saved yet; kept in this browser.').waitFor()
  await back(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { name: 'Blog Management' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('adminUnsavedPosts'))).toBeNull()
  await page.getByRole('button', { name: 'New Post' }).click()
  expect(await field(page, 'Title').inputValue()).toBe('')
  await back(page).click()
  await page.getByRole('heading', { name: 'Blog Management' }).waitFor()
  expect(complaints).toEqual([])
})

test('no text is lost when the session expires during writing', async () => {
  const { server, token } = await fresh()
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'ada', '/admin/blog')
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('Written in vain?')
  await field(page, 'Content').fill('No.')
  const mine = await page.evaluate(() => localStorage.getItem('adminToken') ?? '')
  await callApi(server, 'POST', '/api/admin/logout', undefined, mine)
  await createButton(page).click()
  await page.waitForURL('**/admin/login')
  await fillSignIn(page, 'ada')
  await page.waitForURL('**/admin/blog?edit=new')
  expect(await field(page, 'Content').inputValue()).toBe('No.')
  await createButton(page).click()
  await toast(page, 'Blog post created successfully').waitFor()
  expect(await read(server, token)).toMatchObject({ title: 'Written in vain?', content: 'No.' })
})

test('a post can be written and saved with the keyboard alone', async () => {
  const { server, page, complaints } = await fresh()
  await openList(page, server)
  const { keyboard } = page
  await page.getByRole('button', { name: 'New Post' }).focus()
  await keyboard.press('Enter')
  await field(page, 'Title').waitFor()
  await keyboard.type('Keys only')
  await keyboard.press('Enter')
  await keyboard.type('No mouse.')
  await keyboard.press('Control+s')
  await toast(page, 'Blog post created successfully').waitFor()
  await page.getByText(/^Saved at /).waitFor()
  await untilFocused(field(page, 'Content'))
  await back(page).focus()
  await keyboard.press('Enter')
  await untilFocused(postRow(page, 'Keys only'))
  expect(complaints).toEqual([])
})
