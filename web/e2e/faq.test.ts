import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startServer, visitor } from './harness.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

const SUBJECTS = [/safe/, /strength/, /banking/, /unique/, /How long/, /symbols/, /offline/, /manager/]

const questions = (page: Page) => page.getByRole('main').locator('summary')

const openQuestions = async (page: Page) => {
  const states = await page
    .getByRole('main')
    .locator('details')
    .evaluateAll((all) => all.map((item) => item.hasAttribute('open')))
  return states.flatMap((isOpen, index) => (isOpen ? [index] : []))
}

test('eight questions open one answer at a time and can be collapsed', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(`${server.url}/faq`, { waitUntil: 'networkidle' })
  const texts = await questions(page).getByRole('heading', { level: 2 }).allTextContents()
  expect(texts).toHaveLength(SUBJECTS.length)
  for (const [index, subject] of SUBJECTS.entries()) expect(texts[index]).toMatch(subject)
  expect(await openQuestions(page)).toEqual([])

  await questions(page).nth(0).click()
  expect(await openQuestions(page)).toEqual([0])
  expect(await page.getByText('never sent to us').isVisible()).toBeTrue()
  await questions(page).nth(6).click()
  expect(await openQuestions(page)).toEqual([6])
  expect(await page.getByText('never sent to us').isVisible()).toBeFalse()
  await questions(page).nth(6).click()
  expect(await openQuestions(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('the questions can be reached, opened and closed by keyboard', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(`${server.url}/faq`, { waitUntil: 'networkidle' })
  await questions(page).nth(0).focus()
  await page.keyboard.press('Enter')
  expect(await openQuestions(page)).toEqual([0])
  await page.keyboard.press('Tab')
  await page.locator(':focus', { hasText: /^Every request this site makes$/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await openQuestions(page)).toEqual([1])
  await page.keyboard.press('Space')
  expect(await openQuestions(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.locator(':focus', { hasText: 'banking' }).waitFor()
  expect(complaints).toEqual([])
})

test('find in page opens the answer it matches', async () => {
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/faq#:~:text=TV%20remote`)
  await page.locator('details[open]', { hasText: 'TV remote' }).waitFor()
  expect(await openQuestions(page)).toEqual([5])
})

test('without JavaScript and in print, every answer is open', async () => {
  for (const paper of [false, true]) {
    await using visit = await visitor({ javaScriptEnabled: paper })
    await visit.page.emulateMedia({ media: paper ? 'print' : 'screen' })
    await visit.page.goto(`${server.url}/faq`)
    for (const text of ['never sent to us', 'TV remote', 'isn’t a password manager']) {
      expect(await visit.page.getByText(text).isVisible()).toBeTrue()
    }
  }
})
