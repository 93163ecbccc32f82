import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startServer, untilHydrated, visitor } from './harness.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

const FIELD = 'Password to check'
const LONG = 'At least 12 characters'
const NO_PATTERNS = 'No common patterns'
const CRITERIA = [
  LONG,
  'Uppercase letters',
  'Lowercase letters',
  'Numbers',
  'Special characters',
  NO_PATTERNS,
]

/** Opens the checker with a stopped clock; `sent` collects counted checks. */
async function openChecker(page: Page, url: string): Promise<{ sent: unknown[] }> {
  const sent: unknown[] = []
  await page.route('**/api/track/password-checked', async (route) => {
    const body = route.request().postDataJSON()
    if (body !== 'mark') sent.push(body)
    await route.fulfill({ json: { success: true } })
  })
  await page.clock.install({ time: 0 })
  await page.goto(`${url}/password-checker`)
  await page.clock.pauseAt(60_000)
  await untilHydrated(page)
  return { sent }
}

/** Advances the clock and waits for all counts: requests keep their order. */
async function advanceClock(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms)
  await page.evaluate(() => fetch('/api/track/password-checked', { method: 'POST', body: '"mark"' }))
}

/** Such as 'Numbers: Met', in order. */
async function criteria(page: Page): Promise<string[]> {
  const rows = await page.getByRole('list', { name: 'Criteria' }).getByRole('listitem').all()
  return Promise.all(rows.map(async (row) => (await row.locator('span').allTextContents()).join(': ')))
}

test('percentage, label and six criteria follow the text, and appear only when the field is not empty', async () => {
  const rows = [
    { password: 'admin', percent: 17, label: 'Very Weak', met: ['Lowercase letters'] },
    { password: 'PASSWORD', percent: 17, label: 'Very Weak', met: ['Uppercase letters'] },
    { password: 'password1', percent: 33, label: 'Weak', met: ['Lowercase letters', 'Numbers'] },
    { password: '           ', percent: 33, label: 'Weak', met: ['Special characters', NO_PATTERNS] },
    { password: 'abcdefghijk', percent: 33, label: 'Weak', met: ['Lowercase letters', NO_PATTERNS] },
    { password: 'abcdefghijkl', percent: 50, label: 'Fair', met: [LONG, 'Lowercase letters', NO_PATTERNS] },
    { password: '😀'.repeat(11), percent: 33, label: 'Weak', met: ['Special characters', NO_PATTERNS] },
    { password: '😀'.repeat(12), percent: 50, label: 'Fair', met: [LONG, 'Special characters', NO_PATTERNS] },
    {
      password: 'orbit kettle mango fable tulip',
      percent: 67,
      label: 'Fair',
      met: [LONG, 'Lowercase letters', 'Special characters', NO_PATTERNS],
    },
    { password: 'Xletmein!2345678', percent: 83, label: 'Good', met: CRITERIA.slice(0, 5) },
    { password: 'abcDEF9!xyz', percent: 83, label: 'Good', met: CRITERIA.slice(1) },
    { password: 'Summer2026!Go', percent: 100, label: 'Excellent', met: CRITERIA },
    { password: 'a', percent: 33, label: 'Weak', met: ['Lowercase letters', NO_PATTERNS] },
  ]
  await using visit = await visitor()
  const { page, complaints } = visit
  await openChecker(page, server.url)
  const list = page.getByRole('list', { name: 'Criteria' })
  expect(await list.count()).toBe(0)
  expect(await page.getByText('%').count()).toBe(0)
  for (const { password, percent, label, met } of rows) {
    await page.getByLabel(FIELD).fill(password)
    await page.getByText(`${percent}%`, { exact: true }).waitFor()
    await page.getByText(label, { exact: true }).waitFor()
    expect(await criteria(page)).toEqual(
      CRITERIA.map((name) => `${name}: ${met.includes(name) ? 'Met' : 'Not met'}`),
    )
  }
  await page.getByLabel(FIELD).press('Backspace')
  expect(await list.count()).toBe(0)
  expect(await page.getByText('%').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a check is counted once, a second after the last key, and sends only its percentage', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  const { sent } = await openChecker(page, server.url)

  await page.getByLabel(FIELD).pressSequentially('Tr0ub')
  await advanceClock(page, 999)
  await page.getByLabel(FIELD).pressSequentially('!')
  await advanceClock(page, 999)
  expect(sent).toEqual([])
  await advanceClock(page, 1)
  expect(sent).toEqual([{ strength: 83 }])
  await advanceClock(page, 60_000)
  expect(sent).toEqual([{ strength: 83 }])
  expect(complaints).toEqual([])
})

test('the same text is never counted twice, and none that is gone within the second', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  const { sent } = await openChecker(page, server.url)
  for (const text of ['one', 'one two', 'one', '', 'one', 'one two', 'ONE']) {
    await page.getByLabel(FIELD).fill(text)
    await advanceClock(page, 1_000)
  }
  const counted = [{ strength: 33 }, { strength: 50 }, { strength: 33 }]
  expect(sent).toEqual(counted)

  await page.getByLabel(FIELD).fill('never to be counted')
  await advanceClock(page, 900)
  await page.getByLabel(FIELD).fill('')
  await advanceClock(page, 60_000)
  expect(sent).toEqual(counted)

  await page.getByLabel(FIELD).fill('never to be counted')
  await advanceClock(page, 900)
  await page.getByRole('main').getByRole('link', { name: 'Generate Password' }).click()
  await page.waitForURL(`${server.url}/`)
  await page.getByLabel(FIELD).waitFor({ state: 'detached' })
  await advanceClock(page, 60_000)
  expect(sent).toEqual(counted)
  expect(complaints).toEqual([])
})

test('the strength is announced when typing pauses, not on each key', async () => {
  await using visit = await visitor()
  const { page } = visit
  await openChecker(page, server.url)
  const status = page.getByRole('main').getByRole('status').first()
  for (const key of 'Letters') {
    await page.getByLabel(FIELD).pressSequentially(key)
    expect(await status.textContent()).toBe('')
  }
  await page.clock.runFor(1_000)
  await status
    .filter({
      hasText: /^Fair, 50 percent\. Not met: At least 12 characters, Numbers, Special characters\.$/,
    })
    .waitFor({ state: 'attached' })
  await page.getByLabel(FIELD).fill('')
  expect(await status.textContent()).toBe('')
})

test('typing, showing and hiding work by keyboard, and Enter submits nothing', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  await openChecker(page, server.url)
  await page.getByRole('main').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('correct horse')
  const field = page.getByLabel(FIELD)
  expect(await field.getAttribute('type')).toBe('password')

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await field.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).waitFor()
  await page.keyboard.press('Space')
  expect(await field.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Show password' }).waitFor()

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  expect(page.url()).toBe(`${server.url}/password-checker`)
  expect(await field.inputValue()).toBe('correct horse')
  expect(complaints).toEqual([])
})

test('showing the password by pointer keeps focus and caret, and the field has no autofill or spelling correction', async () => {
  await using visit = await visitor()
  const { page } = visit
  await openChecker(page, server.url)
  const field = page.getByLabel(FIELD)
  await field.fill('horse')
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.keyboard.type('correct ')
  expect(await field.inputValue()).toBe('correct horse')
  expect(await field.getAttribute('autocomplete')).toBe('off')
  expect(await field.getAttribute('spellcheck')).toBe('false')
  expect(await field.getAttribute('autocapitalize')).toBe('none')
  expect(await field.getAttribute('name')).toBeNull()
})

test('typed text does not survive reload, navigation or the back-forward cache', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  await openChecker(page, server.url)
  const field = page.getByLabel(FIELD)
  const stored = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))

  await field.fill('gone by then')
  await page.clock.runFor(1_000)
  expect(await stored()).not.toContain('gone')
  await page.reload()
  expect(await field.inputValue()).toBe('')

  await field.fill('gone by then')
  await page.getByRole('main').getByRole('link', { name: 'Generate Password' }).click()
  await field.waitFor({ state: 'detached' })
  await page.goBack()
  expect(await field.inputValue()).toBe('')

  await field.fill('gone by then')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  expect(await field.inputValue()).toBe('')
  expect(await page.getByText('%').count()).toBe(0)
  expect(await page.content()).not.toContain('gone by then')
  expect(complaints).toEqual([])
})

test('a text of 10,000 characters is rated, and the server accepts its count', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(`${server.url}/password-checker`)
  const field = page.getByLabel(FIELD)
  const answer = page.waitForResponse('**/api/track/password-checked')
  await field.fill('Ab1!'.repeat(2_500))
  await page.getByText('100%', { exact: true }).waitFor()
  const response = await answer
  expect(response.status()).toBe(200)
  expect(response.request().postDataJSON()).toEqual({ strength: 100 })
  await field.press('x')
  expect(await field.inputValue()).toHaveLength(10_001)
  expect(complaints).toEqual([])
})

test('text typed before hydration is rated', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(`${server.url}/password-checker`, { waitUntil: 'commit' })
  await page.getByLabel(FIELD).fill('early bird')
  script.resolve()
  await page.getByText('50%', { exact: true }).waitFor()
  expect(await page.getByLabel(FIELD).inputValue()).toBe('early bird')
  expect(complaints).toEqual([])
})

test('without JavaScript, the page explains why it shows no rating', async () => {
  await using visit = await visitor({ javaScriptEnabled: false })
  const { page } = visit
  await page.goto(`${server.url}/password-checker`)
  const note = page.locator('noscript p')
  await note.waitFor()
  expect(await note.textContent()).toContain('needs JavaScript')
  expect(await page.getByLabel(FIELD).isVisible()).toBe(false)
  await page.getByRole('heading', { name: 'What matters most' }).waitFor()
})

test('the page is server-rendered with complete metadata', async () => {
  const html = await (await fetch(`${server.url}/password-checker`)).text()
  expect(html).toContain('<title>Password Strength Checker | Passwright</title>')
  expect(html).toContain(`<link rel="canonical" href="${server.url}/password-checker"/>`)
  expect(html).toContain('<meta name="description" content="Find out how strong a password is')
  const structured = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json ?? ''),
  )
  expect(structured).toMatchObject([
    { '@type': 'WebApplication', offers: { price: 0, priceCurrency: 'USD' } },
    { '@type': 'BreadcrumbList' },
  ])
})
