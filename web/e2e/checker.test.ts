import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { share, shareServer, untilHydrated, visitor } from './harness.ts'
import { openStopped } from './stopped-clock.ts'

const shared = shareServer()

const FIELD = 'Password to check'
const LONG = 'At least 12 characters'
const KNOWN = 'Words that someone who knows you would try'
const NO_PATTERNS = 'No common patterns'
const CRITERIA = [
  LONG,
  'Uppercase letters',
  'Lowercase letters',
  'Numbers',
  'Special characters',
  NO_PATTERNS,
]

const sharedVisit = share(
  () => visitor(),
  ({ works }) => works(),
)

/** Opens the checker with a stopped clock; `sent` collects counted checks. */
async function openChecker() {
  const { url } = await shared()
  const { page, complaints } = await sharedVisit()
  complaints.length = 0
  await page.unrouteAll()
  const sent: unknown[] = []
  await page.route('**/api/track/password-checked', async (route) => {
    const body = route.request().postDataJSON()
    if (body !== 'mark') sent.push(body)
    await route.fulfill({ json: { success: true } })
  })
  await openStopped(page, `${url}/password-checker`, untilHydrated)
  return { page, complaints, sent, url }
}

/** Advances the clock and waits for all counts: requests keep their order. */
async function advanceClock(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms)
  await page.evaluate(() => fetch('/api/track/password-checked', { method: 'POST', body: '"mark"' }))
}

/** Such as 'Numbers: Met', in order. */
const criteria = (page: Page): Promise<string[]> =>
  page
    .getByRole('list', { name: 'Criteria' })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.querySelectorAll('span'), (span) => span.textContent).join(': ')),
    )

test('percentage, label and six criteria follow the text, appear only when the field is not empty, and are announced when typing pauses', async () => {
  const rows = [
    { password: 'admin', percent: 17, label: 'Very Weak', met: ['Lowercase letters'] },
    { password: '           ', percent: 33, label: 'Weak', met: ['Special characters', NO_PATTERNS] },
    { password: '😀'.repeat(12), percent: 50, label: 'Fair', met: [LONG, 'Special characters', NO_PATTERNS] },
    { password: 'Xletmein!2345678', percent: 83, label: 'Good', met: CRITERIA.slice(0, 5) },
    { password: 'Summer2026!Go', percent: 100, label: 'Excellent', met: CRITERIA },
    { password: 'a', percent: 33, label: 'Weak', met: ['Lowercase letters', NO_PATTERNS] },
  ]
  const { page, complaints } = await openChecker()
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
  expect(complaints).toEqual([])
})

test('a text is counted once, a second after the last key unless it is gone by then, and only its percentage is sent', async () => {
  const { page, complaints, sent, url } = await openChecker()

  await page.getByLabel(FIELD).pressSequentially('Tr0ub')
  await advanceClock(page, 999)
  await page.getByLabel(FIELD).pressSequentially('!')
  await advanceClock(page, 999)
  expect(sent).toEqual([])
  await advanceClock(page, 1)
  const counted = [{ strength: 83 }]
  expect(sent).toEqual(counted)
  await advanceClock(page, 60_000)
  expect(sent).toEqual(counted)

  for (const text of ['one', 'one two', 'one', '', 'one', 'one two', 'ONE']) {
    await page.getByLabel(FIELD).fill(text)
    await advanceClock(page, 1_000)
  }
  counted.push({ strength: 33 }, { strength: 50 }, { strength: 33 })
  expect(sent).toEqual(counted)

  await page.getByLabel(FIELD).fill('never to be counted')
  await advanceClock(page, 900)
  await page.getByLabel(FIELD).fill('')
  await advanceClock(page, 60_000)
  expect(sent).toEqual(counted)

  await page.getByLabel(FIELD).fill('never to be counted')
  await advanceClock(page, 900)
  await page.getByRole('main').getByRole('link', { name: 'Generate Password' }).click()
  await page.waitForURL(`${url}/`)
  await page.getByLabel(FIELD).waitFor({ state: 'detached' })
  await advanceClock(page, 60_000)
  expect(sent).toEqual(counted)
  expect(complaints).toEqual([])
})

test('typing, showing and hiding work by keyboard and pointer, Enter submits nothing, and the field has no autofill or spelling correction', async () => {
  const { page, complaints, url } = await openChecker()
  await page.getByRole('button', { name: '0 passwords sent' }).focus()
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
  expect(page.url()).toBe(`${url}/password-checker`)
  expect(await field.inputValue()).toBe('correct horse')

  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.keyboard.type('quite ')
  expect(await field.inputValue()).toBe('quite correct horse')
  expect(await field.getAttribute('autocomplete')).toBe('off')
  expect(await field.getAttribute('spellcheck')).toBe('false')
  expect(await field.getAttribute('autocapitalize')).toBe('none')
  expect(await field.getAttribute('name')).toBeNull()
  expect(complaints).toEqual([])
})

test('typed text does not survive reload, navigation or the back-forward cache', async () => {
  const { page, complaints } = await openChecker()
  const field = page.getByLabel(FIELD)
  const known = page.getByRole('textbox', { name: KNOWN, includeHidden: true })
  const stored = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))

  await field.fill('gone by then')
  await page.getByText(KNOWN).click()
  await known.fill('Quillarn gone too')
  await page.clock.runFor(1_000)
  expect(await stored()).not.toContain('gone')
  await page.clock.resume()
  await page.reload()
  await untilHydrated(page)
  expect(await field.inputValue()).toBe('')
  expect(await known.inputValue()).toBe('')

  await field.fill('gone by then')
  await page.getByText(KNOWN).click()
  await known.fill('Quillarn gone too')
  await page.getByRole('main').getByRole('link', { name: 'Generate Password' }).click()
  await field.waitFor({ state: 'detached' })
  await page.goBack()
  expect(await field.inputValue()).toBe('')
  expect(await known.inputValue()).toBe('')

  await field.fill('gone by then')
  await page.getByText(KNOWN).click()
  await known.fill('Quillarn gone too')
  // At once: a browser freezes the page then, but here the estimate may still render it.
  const left = await page.getByRole('main').evaluate((element) => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    return Array.from(element.querySelectorAll<HTMLInputElement>('input, textarea'), ({ value }) => value)
  })
  expect(left).toEqual(['', ''])
  expect(await page.getByText('%').isVisible()).toBe(false)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await field.waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await page.getByText('%').count()).toBe(0)
  expect(await page.content()).not.toMatch(/gone by then|Quillarn/)
  expect(complaints).toEqual([])
})

test('text typed before hydration is rated; so are 10,000 characters, whose count the server accepts', async () => {
  const { url } = await shared()
  await using visit = await visitor()
  const { page, complaints } = visit
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(`${url}/password-checker`, { waitUntil: 'commit' })
  const field = page.getByLabel(FIELD)
  await field.fill('early bird')
  script.resolve()
  await page.getByText('50%', { exact: true }).waitFor()
  expect(await field.inputValue()).toBe('early bird')

  const answer = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/track/password-checked') &&
      response.request().postData() === '{"strength":100}',
  )
  await field.fill('Ab1!'.repeat(2_500))
  await page.getByText('100%', { exact: true }).waitFor()
  expect((await answer).status()).toBe(200)
  await field.press('x')
  expect(await field.inputValue()).toHaveLength(10_001)
  expect(complaints).toEqual([])
})

test('without JavaScript, the page explains why it shows no rating', async () => {
  const { url } = await shared()
  await using visit = await visitor({ javaScriptEnabled: false })
  const { page } = visit
  await page.goto(`${url}/password-checker`)
  const note = page.locator('noscript p')
  await note.waitFor()
  expect(await note.textContent()).toContain('needs JavaScript')
  expect(await page.getByLabel(FIELD).isVisible()).toBe(false)
  await page.getByRole('heading', { name: 'What matters most' }).waitFor()
})
