import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { callApi } from './administration.ts'
import { shareServer, startServer, untilFocused, untilHydrated, visitor } from './harness.ts'

/** Accepts five messages; these tests send two. */
const shared = shareServer()

const LETTER = {
  Name: 'Ada Lovelace',
  Email: 'ada@example.com',
  Subject: 'The generator',
  Message: 'Works well.\nThank you!',
}

async function openForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/contact`)
  await untilHydrated(page)
}

async function fill(page: Page, letter: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(letter)) await page.getByLabel(label, { exact: true }).fill(text)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click()

const typed = (page: Page) =>
  Promise.all(Object.keys(LETTER).map((label) => page.getByLabel(label, { exact: true }).inputValue()))

test('a message can be written and sent with the keyboard alone, and the page confirms it', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  await openForm(page, (await shared()).url)
  await page.getByLabel('Name').focus()
  for (const text of Object.values(LETTER)) {
    await page.keyboard.insertText(text)
    await page.keyboard.press('Tab')
  }
  const answered = page.waitForResponse('**/api/contact')
  await page.keyboard.press('Enter')
  const answer = await answered
  expect(answer.status()).toBe(201)
  expect(await answer.json()).toMatchObject({ name: 'Ada Lovelace', message: LETTER.Message, status: 'new' })

  const heading = page.getByRole('heading', { name: 'Message sent' })
  await untilFocused(heading)
  await page.getByText('we’ll write to ada@example.com').waitFor()

  await page.getByRole('button', { name: 'Write another message' }).click()
  await untilFocused(page.getByLabel('Name'))
  expect(await typed(page)).toEqual(['', '', '', ''])
  expect(complaints).toEqual([])
})

test('each invalid field shows an error, the first is focused, and a correction clears its error', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  await openForm(page, (await shared()).url)
  await fill(page, { ...LETTER, Email: 'ada@example', Message: ' ' })
  await send(page)

  const email = page.getByLabel('Email')
  await untilFocused(email)
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('false')
  expect(await complaintAt(page, 'Email')).toBe('Enter an email address like name@example.com')
  expect(await complaintAt(page, 'Message')).toBe('Enter a message')

  await email.fill('ada@example.com')
  expect(await email.getAttribute('aria-invalid')).toBe('false')
  expect(await complaintAt(page, 'Message')).toBe('Enter a message')
  expect(complaints).toEqual([])
})

test('while a message is being sent, the form is disabled, and if that fails, it stays with the reason', async () => {
  await using visit = await visitor()
  const { page } = visit
  await openForm(page, (await shared()).url)
  await fill(page, LETTER)

  await page.route('**/api/contact', (route) => route.abort('connectionrefused'))
  await send(page)
  await page.getByText('wasn’t sent. Check your connection').waitFor()
  expect(await typed(page)).toEqual(Object.values(LETTER))

  await page.unroute('**/api/contact')
  await page.route('**/api/contact', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await send(page)
  await page.getByText('wasn’t sent. Please try again later.').waitFor()

  await page.unroute('**/api/contact')
  await page.route('**/api/contact', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'invalid', message: 'No', fields: { subject: 'Please choose another subject' } },
    }),
  )
  await send(page)
  await page.getByText('Please choose another subject').waitFor()
  expect(await complaintAt(page, 'Subject')).toBe('Please choose another subject')

  await page.unroute('**/api/contact')
  const held = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/contact', async (route) => {
    calls += 1
    await held.promise
    await route.continue()
  })
  await fill(page, LETTER)
  await send(page)
  const button = page.getByRole('button', { name: 'Sending...' })
  await button.waitFor()
  expect(await button.isDisabled()).toBeTrue()
  expect(await page.getByLabel('Message').isDisabled()).toBeTrue()
  held.resolve()
  await page.getByRole('heading', { name: 'Message sent' }).waitFor()
  expect(calls).toBe(1)
})

test('visitors see if the reply may take longer; once rate-limited, they see how long to wait and keep their text', async () => {
  await using fresh = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  await openForm(page, fresh.url)
  await page.route('**/api/contact', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), status: 'held_back' } })
  })
  await fill(page, LETTER)
  await send(page)
  await page.getByRole('heading', { name: 'Message sent' }).waitFor()
  await page.getByText('We’re getting more messages than usual, so this may take longer.').waitFor()
  await page.getByRole('button', { name: 'Write another message' }).click()
  const letter = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Works well.' }
  for (let count = 2; count <= 5; count++) await callApi(fresh, 'POST', '/api/contact', letter)
  expect(complaints).toEqual([])
  await page.unroute('**/api/contact')
  await fill(page, LETTER)
  await send(page)
  const alert = page.getByRole('alert')
  await alert.getByText(/^Too many attempts\. Please try again in \d+ minutes\.$/).waitFor()
  expect(await typed(page)).toEqual(Object.values(LETTER))
})

test('without JavaScript, the form says that it requires JavaScript', async () => {
  await using visit = await visitor({ javaScriptEnabled: false })
  await visit.page.goto(`${(await shared()).url}/contact`)
  expect(
    await visit.page.locator('noscript p', { hasText: 'This form needs JavaScript' }).isVisible(),
  ).toBeTrue()
  expect(await visit.page.getByRole('button', { name: 'Send message' }).isDisabled()).toBeTrue()
})

/** The accessible description without the hint. */
const complaintAt = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field) => {
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
    return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '')?.textContent
  })
