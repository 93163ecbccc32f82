import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from '#src/testing/time-limits.ts'
import { shareServer, visitor } from './harness.ts'

const shared = shareServer()

const SUBJECTS = [/safe/, /strength/, /banking/, /unique/, /How long/, /symbols/, /offline/, /manager/]

const questions = (page: Page) => page.getByRole('main').locator('summary')

const openQuestions = async (page: Page) => {
  const states = await page
    .getByRole('main')
    .locator('details')
    .evaluateAll((all) => all.map((item) => item.hasAttribute('open')))
  return states.flatMap((isOpen, index) => (isOpen ? [index] : []))
}

const untilOpen = (page: Page, expected: number[]) =>
  until(`only answers ${expected} are open`, async () => `${await openQuestions(page)}` === `${expected}`)

test('eight questions open one answer at a time, by pointer and by keyboard, and can be closed', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(`${server.url}/faq`)
  const texts = await questions(page).getByRole('heading', { level: 2 }).allTextContents()
  expect(texts).toHaveLength(SUBJECTS.length)
  for (const [index, subject] of SUBJECTS.entries()) expect(texts[index]).toMatch(subject)
  expect(await openQuestions(page)).toEqual([])

  await questions(page).nth(0).click()
  await untilOpen(page, [0])
  await page.getByText('never sent to us').waitFor()
  await questions(page).nth(6).click()
  await untilOpen(page, [6])
  await page.getByText('never sent to us').waitFor({ state: 'hidden' })
  await questions(page).nth(6).click()
  await untilOpen(page, [])

  await questions(page).nth(0).focus()
  await page.keyboard.press('Enter')
  await untilOpen(page, [0])
  await page.keyboard.press('Tab')
  await page.locator(':focus', { hasText: /^Every request this site makes$/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await untilOpen(page, [1])
  await page.keyboard.press('Space')
  await untilOpen(page, [])
  await page.keyboard.press('Tab')
  await page.locator(':focus', { hasText: 'banking' }).waitFor()
  expect(complaints).toEqual([])
})

test('find in page opens the answer it matches', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/faq#:~:text=TV%20remote`)
  await page.locator('details[open]', { hasText: 'TV remote' }).waitFor()
  expect(await openQuestions(page)).toEqual([5])
})

test('without JavaScript and in print, every answer is open', async () => {
  const server = await shared()
  for (const paper of [false, true]) {
    await using visit = await visitor({ javaScriptEnabled: paper })
    await visit.page.emulateMedia({ media: paper ? 'print' : 'screen' })
    await visit.page.goto(`${server.url}/faq`)
    for (const text of ['never sent to us', 'TV remote', 'isn’t a password manager']) {
      expect(await visit.page.getByText(text).isVisible()).toBeTrue()
    }
  }
})
