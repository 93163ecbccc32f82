import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shortOrLong } from '#src/testing/attack.ts'
import { until } from '#src/testing/time-limits.ts'
import { violationsOnScreens } from './accessibility-violations.ts'
import { addUser, callApi, openDatabase, openSignedIn, signIn, toast } from './administration.ts'
import { type Server, untilFocused, visitor } from './harness.ts'
import { shareSession } from './shared-session.ts'
import { SHORT_PAGE, shortenPages } from './short-pages.ts'

const CONTACTS = '/api/admin/contacts'

const fresh = shareSession({ tables: ['contacts'] })

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const rows = (page: Page) =>
  page.getByRole('grid', { name: 'Contacts' }).getByRole('rowheader').allInnerTexts()
const pane = (page: Page) => page.getByRole('region', { name: 'Message' })
const badge = (page: Page) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /Contact Forms/ })

/** An hour apart; the newest is `Person 1`. */
function writeContacts(server: Server, count: number): void {
  using database = openDatabase(server)
  const time = new Date(Date.now() - count * 3_600_000).toISOString()
  database.run(
    `WITH RECURSIVE numbers (i) AS (SELECT ?1 UNION ALL SELECT i - 1 FROM numbers WHERE i > 1)
     INSERT INTO contacts (name, email, subject, message, created_at)
     SELECT 'Person ' || i, 'person' || i || '@example.com', 'Subject ' || i, 'The message of ' || i, ?2 FROM numbers`,
    [count, time],
  )
}

function statuses(server: Server): Record<string, number> {
  using database = openDatabase(server)
  const found = database
    .query<{ status: string; total: number }, []>(
      'SELECT status, count(*) AS total FROM contacts GROUP BY status',
    )
    .all()
  return Object.fromEntries(found.map(({ status, total }) => [status, total]))
}

/** The bodies of requests that change messages. */
function recordChanges(page: Page): unknown[] {
  const changes: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`${CONTACTS}/bulk`)) changes.push(request.postDataJSON())
  })
  return changes
}

const openTab = (page: Page, server: Server, search = '') =>
  page.goto(`${server.url}/admin/dashboard?tab=contacts${search}`)

test('visitors’ messages can be read, marked and deleted', async () => {
  const { server, page, complaints } = await fresh()
  const letter = {
    name: 'Grace <b>H</b>',
    email: 'grace@example.com',
    subject: 'Thanks',
    message: '<script>alert(1)</script>',
  }
  await callApi(server, 'POST', '/api/contact', letter)
  await callApi(server, 'POST', '/api/contact', { ...letter, name: 'Alan', subject: 'A question' })
  const changes = recordChanges(page)
  await page.goto(`${server.url}/admin/dashboard`)
  await badge(page).filter({ hasText: '2' }).waitFor()
  await badge(page).click()
  const grace = row(page, 'Grace <b>H</b>')
  await grace.getByText('<script>alert(1)</script>').waitFor()
  await grace.click()
  await pane(page).getByText('<script>alert(1)</script>').waitFor()
  await page.getByRole('button', { name: 'More actions for the message from Grace' }).click()
  await page.getByRole('menuitem', { name: 'Mark as Replied' }).click()
  await toast(page, 'Message marked as Replied').waitFor()
  expect(changes).toEqual([{ ids: [1], status: 'replied' }])
  expect(statuses(server)).toEqual({ new: 1, replied: 1 })
  await badge(page).filter({ hasText: '1' }).waitFor()

  await page.getByLabel('Status', { exact: true }).selectOption('Replied')
  await row(page, 'Alan').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More actions for the message from Grace' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Message deleted successfully').waitFor()
  await page.getByText('No contact submissions match').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await row(page, 'Alan').waitFor()
  expect(complaints).toEqual([])
})

/** Two or ten pages of the list. */
const MESSAGES = shortOrLong(SHORT_PAGE + 2, 200)

test('handling new messages takes two keys to open the first, and one for each message', async () => {
  const { server, page, complaints } = await fresh()
  writeContacts(server, MESSAGES)
  await shortenPages(page, CONTACTS)
  await openTab(page, server, '&status=new')
  await row(page, 'Person 1').first().waitFor()
  const fetchedAlone: string[] = []
  page.on('request', (request) => {
    if (/contacts\/\d+$/.test(request.url())) fetchedAlone.push(request.url())
  })
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await press('j')
  await press('Enter')
  for (let number = 1; number <= MESSAGES; number++) {
    await pane(page).getByText(`The message of ${number}`, { exact: true }).waitFor()
    await press(number % 2 === 0 ? 'e' : 'r')
  }
  await page.getByText('No contact submissions match').waitFor()
  expect(statuses(server)).toEqual({ replied: MESSAGES / 2, archived: MESSAGES / 2 })
  await badge(page).filter({ hasNotText: /\d/ }).waitFor()
  expect(keys).toBe(MESSAGES + 2)
  expect(fetchedAlone).toEqual([])
  expect(complaints).toEqual([])
})

/** The names of the rows that are open, focused, or highlighted under the mouse. */
const currentRows = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('tbody tr')]
      .filter(
        (row) =>
          row.matches('[aria-current], :focus') ||
          getComputedStyle(row).backgroundColor !== 'rgba(0, 0, 0, 0)',
      )
      .map((row) => row.querySelector('[role=rowheader]')?.textContent),
  )

test('after j, k, r and e, the open row has the focus, and no other row looks current', async () => {
  const { server, page, complaints } = await fresh()
  writeContacts(server, 8)
  await openTab(page, server)
  await row(page, 'Person 7').hover()
  await page.keyboard.press('j')
  await untilFocused(row(page, 'Person 1'))
  expect(await currentRows(page)).toEqual(['Person 1'])
  for (const [key, current] of [
    ['Enter', 1],
    ['j', 2],
    ['e', 3],
    ['r', 4],
    ['j', 5],
    ['k', 4],
  ] as const) {
    await page.keyboard.press(key)
    await page.locator(`tr[aria-current]:focus:has-text("Person ${current}")`).waitFor()
    expect([key, await currentRows(page)]).toEqual([key, [`Person ${current}`]])
  }
  expect(complaints).toEqual([])
})

test('opening a new message can mark it as read, and the reply quotes it', async () => {
  const { server, page, complaints } = await fresh()
  writeContacts(server, 3)
  await openTab(page, server, '&status=new')
  await row(page, 'Person 1').click()
  const reply = pane(page).getByRole('link', { name: 'Reply' })
  expect(decodeURIComponent((await reply.getAttribute('href')) ?? '')).toMatch(
    /, Person 1 wrote:\r\n> The message of 1$/,
  )
  expect(statuses(server)).toEqual({ new: 3 })
  await pane(page).getByRole('switch', { name: 'Mark messages as read when opened' }).check()
  await pane(page).getByText('Read', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await pane(page).getByText('The message of 2').waitFor()
  await row(page, 'Person 1').waitFor({ state: 'detached' })
  await until('two messages are read', async () => statuses(server).read === 2)
  await page.reload()
  await row(page, 'Person 3').click()
  await until('all messages are read', async () => statuses(server).read === 3)
  expect(await toast(page, 'updated').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('Back, Forward and reload keep search, filter, order and the open message', async () => {
  const { server, page, complaints } = await fresh()
  writeContacts(server, 12)
  await openTab(page, server)
  await page.getByText('12 of 12').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('message of 1')
  await page.getByText('4 of 4').waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('New')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await row(page, 'Person 12').click()
  await pane(page).getByText('The message of 12').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=contacts&q=message+of+1&status=new&sort=name&message=1')

  await page.reload()
  await pane(page).getByText('The message of 12').waitFor()
  await page.getByText('4 of 4').waitFor()
  expect(await page.getByLabel('Search messages').inputValue()).toBe('message of 1')
  expect((await rows(page)).slice(0, 3)).toEqual(['Person 1', 'Person 10', 'Person 11'])
  await page.goBack()
  await pane(page).waitFor({ state: 'detached' })
  await page.goBack()
  await page.goBack()
  await page.waitForFunction(() => document.querySelector('select')?.value === 'all')
  await page.goForward()
  await page.waitForFunction(() => document.querySelector('select')?.value === 'new')

  await openTab(page, server, '&q=nobody&message=3')
  await page.getByText('No contact submissions match').waitFor()
  await pane(page).getByText('The message of 10').waitFor()
  expect(complaints).toEqual([])
})

test('new messages are announced above the open list, and on a phone don’t move it', async () => {
  const { server } = await fresh()
  writeContacts(server, 2)
  await using visit = await visitor()
  const { page } = visit
  await page.clock.install()
  await openSignedIn(page, server, '/admin/dashboard?tab=contacts')
  await page.getByText('2 of 2').waitFor()
  const offered = page.getByRole('status').getByRole('button')
  expect(await offered.count()).toBe(0)
  writeContacts(server, 1)
  await page.clock.runFor(30_000)
  expect(await offered.textContent()).toBe('1 new message: show')
  expect(await rows(page)).toHaveLength(2)
  await offered.press('Enter')
  await page.getByText('3 of 3').waitFor()
  await badge(page).filter({ hasText: '3' }).waitFor()
  await offered.waitFor({ state: 'detached' })
  await untilFocused(page.getByRole('status'))

  await page.getByLabel('Status', { exact: true }).selectOption('Replied')
  await page.getByText('No contact submissions match').waitFor()
  writeContacts(server, 3)
  await page.clock.runFor(30_000)
  expect(await offered.textContent()).toBe('3 new messages: show')
  await offered.press('Enter')
  await page.getByText('6 of 6').waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  const top = () => row(page, 'Subject 3').evaluate((element) => element.getBoundingClientRect().top)
  const before = await top()
  writeContacts(server, 20)
  await page.clock.runFor(30_000)
  await page.getByRole('button', { name: '20+ new messages: show' }).waitFor()
  expect(await top()).toBe(before)
  expect(visit.complaints).toEqual([])
})

test('the open tab keeps its state when the code of other tabs has loaded; on a phone, the actions for selected messages fit on one line', async () => {
  const { server, page, complaints } = await fresh()
  writeContacts(server, 2)
  await openTab(page, server)
  const checkbox = row(page, 'Person 2').getByRole('checkbox')
  await checkbox.check()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/backups-tab-')),
  )
  await row(page, 'Person 1').click()
  await pane(page).getByText('The message of 1', { exact: true }).waitFor()
  expect(await checkbox.isChecked()).toBe(true)
  await openTab(page, server)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('checkbox', { name: 'Select the message from Person 2' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  expect((await bar.boundingBox())?.height).toBeLessThan(60)
  await bar.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Mark as Read', 'Delete'])
  await page.getByRole('menuitem', { name: 'Mark as Read' }).click()
  await toast(page, 'Message marked as Read').waitFor()
  expect(statuses(server)).toEqual({ new: 1, read: 1 })
  expect(complaints).toEqual([])
})

test('messages selected by key, mouse or range can be archived or deleted together', async () => {
  const { server, page, complaints } = await fresh()
  writeContacts(server, 60)
  await openTab(page, server)
  await page.getByText('50 of 60').waitFor()
  const top = () => row(page, 'Subject 9').evaluate((element) => element.getBoundingClientRect().top)
  const before = await top()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page
    .getByRole('checkbox', { name: 'Select the message from Person 4', exact: true })
    .click({ modifiers: ['Shift'] })
  await page.getByText('4 selected').waitFor()
  expect(await top()).toBe(before)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await toast(page, '4 messages marked as Archived').waitFor()
  expect(statuses(server)).toEqual({ archived: 4, new: 56 })

  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('1 selected').waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByText('50 selected').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question
    .getByText('Are you sure you want to delete 50 messages? This action cannot be undone.')
    .waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast(page, '50 messages deleted successfully').waitFor()
  expect(statuses(server)).toEqual({ new: 10 })
  await page.getByText('10 of 10').waitFor()
  expect(complaints).toEqual([])
})

test('the notification or z undoes a status change of one or many messages, also in a list that was fetched without them', async () => {
  const { server, page, complaints } = await fresh()
  writeContacts(server, 3)
  await openTab(page, server, '&status=new')
  await row(page, 'Person 1').click()
  await pane(page).getByText('The message of 1', { exact: true }).waitFor()
  await page.keyboard.press('e')
  await pane(page).getByText('The message of 2', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await pane(page).getByText('The message of 1', { exact: true }).waitFor()
  await row(page, 'Person 1').waitFor()
  expect(statuses(server)).toEqual({ new: 3 })

  await page.keyboard.press('e')
  await pane(page).getByText('The message of 2', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('z')
  await pane(page).getByText('The message of 1', { exact: true }).waitFor()
  expect(statuses(server)).toEqual({ new: 3 })

  await openTab(page, server)
  await row(page, 'Person 2').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark as Replied' }).click()
  await row(page, 'Person 2').getByText('Replied').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await toast(page, '3 messages marked as Archived').waitFor()
  expect(statuses(server)).toEqual({ archived: 3 })
  await page.keyboard.press('z')
  await row(page, 'Person 2').getByText('Replied').waitFor()
  expect(statuses(server)).toEqual({ new: 2, replied: 1 })

  await openTab(page, server, '&status=new')
  await row(page, 'Person 1').click()
  await pane(page).getByText('The message of 1', { exact: true }).waitFor()
  await page.keyboard.press('e')
  await row(page, 'Person 1').waitFor({ state: 'detached' })
  await page.getByLabel('Status').selectOption('Archived')
  await row(page, 'Person 1').waitFor()
  const fetched = page.waitForResponse((response) => response.url().includes('status=new'))
  await page.getByLabel('Status').selectOption('New')
  await fetched
  await row(page, 'Person 3').click()
  await page.keyboard.press('z')
  await row(page, 'Person 1').waitFor()
  expect(statuses(server)).toEqual({ new: 2, replied: 1 })
  expect(complaints).toEqual([])
})

test('a moderator sees why deleting is disabled, and typing in the search triggers no shortcuts', async () => {
  const { server, token, page, complaints } = await fresh()
  await addUser(server, token, 'moderator')
  writeContacts(server, 2)
  const changes = recordChanges(page)
  await signIn(page, server, 'moderator', '/admin/dashboard?tab=contacts')
  await row(page, 'Person 1').click()
  await pane(page).getByRole('button', { name: 'More actions for this message' }).click()
  await page.getByRole('menuitem', { name: 'Delete Admins only', disabled: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Delete', description: 'Admins only' }).click({ force: true })
  await page.getByRole('tooltip', { name: 'Admins only' }).waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByLabel('Search messages').fill('Person 2')
  await row(page, 'Person 1').waitFor({ state: 'detached' })
  await page.getByLabel('Search messages').press('e')
  await page.getByLabel('Search messages').press('x')
  await page.getByText('No contact submissions match').waitFor()
  expect(changes).toEqual([])
  expect(statuses(server)).toEqual({ new: 2 })
  expect(complaints).toEqual([])
})

test('the list has no accessibility violations with no message, an open one and more than a page', async () => {
  const { server, page, complaints } = await fresh()
  await shortenPages(page, CONTACTS)
  await openTab(page, server)
  await page.getByText('No contact submissions yet').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  writeContacts(server, 1)
  await openTab(page, server)
  await row(page, 'Person 1').click()
  await pane(page).getByText('The message of 1', { exact: true }).waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  writeContacts(server, SHORT_PAGE)
  await openTab(page, server)
  await page.getByRole('button', { name: 'Show more' }).waitFor()
  await page.getByRole('checkbox').last().check()
  await page.getByText('1 selected').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  expect(complaints).toEqual([])
})
