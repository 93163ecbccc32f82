import { expect, test } from 'bun:test'
import { toast } from './administration.ts'
import { startServer, visitor } from './harness.ts'

const COMMON = 'This password is one of the 10,000 most common. Choose a different one.'

test('setup rates the typed password, shows at the field why it is rejected, and can generate one', async () => {
  await using server = await startServer()
  await using visit = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visit
  await page.goto(`${server.url}/admin/setup`)
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Email').fill('ada@example.com')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('P@ssword123!')
  await page.getByText(/^Guessed .* Found: a .*with @ for a; a sequence/).waitFor()

  await page.getByLabel('Username').fill('Quillarn')
  for (const text of ['Qu1llarn1987!', 'ada-example', 'thgirwssap42']) {
    await password.fill(text)
    await page.getByText(/^Guessed .* Found: a word that someone who knows you would try/).waitFor()
    await password.fill('')
  }
  await page.getByLabel('Username').fill('ada')

  const create = page.getByRole('button', { name: 'Create Admin Account' })
  const submit = async (text: string) => {
    await password.fill(text)
    await page.getByLabel('Confirm Password').fill(text)
    await create.click()
  }
  await submit('sunshine')
  await page.getByText(COMMON).waitFor()
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  await submit('my Passwright key')
  await page.getByText('Password must not contain the name of this site').waitFor()
  expect(await page.getByText(COMMON).count()).toBe(0)

  await submit('')
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: 'Generate' }).press('Enter')
  await page.getByText('Save it now: it isn’t shown again.').waitFor()
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
  await page.getByRole('button', { name: 'Copy' }).press('Enter')
  await toast(page, 'Password copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await password.inputValue())
  await page.getByText(/^Safe even if a database leaks\./).waitFor()
  expect(await password.getAttribute('type')).toBe('text')
  expect(await password.inputValue()).toHaveLength(20)
  expect(await page.getByLabel('Confirm Password').inputValue()).toBe(await password.inputValue())
  await page.getByRole('button', { name: 'Hide password' }).press('Enter')
  expect(await password.getAttribute('type')).toBe('password')
  await create.click()
  await page.waitForURL('**/admin/login')
  expect(visit.complaints.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([])
})

test('the setup form stays in place whatever the verdict says', async () => {
  await using server = await startServer()
  await using visit = await visitor({ viewport: { width: 390, height: 844 } })
  const { page } = visit
  await page.goto(`${server.url}/admin/setup`)
  const password = page.getByLabel('Password', { exact: true })
  const heights = () =>
    page.evaluate(() =>
      ['h1', '[name=password]', '[name=confirmation]', '[type=submit]'].map(
        (control) => document.querySelector(control)?.getBoundingClientRect().top,
      ),
    )
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await password.fill('')
    const before = await heights()
    for (const text of [
      'x',
      'P@ssword1987!',
      'Sunshine',
      'ich liebe dich 24.12.1999',
      'мояпарольсобака2024',
    ]) {
      await password.fill(text)
      await page.getByText(/^(?:Guessed|Safe|Hard) /).waitFor()
      expect({ text, tops: await heights() }).toEqual({ text, tops: before })
    }
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByText(/^Safe even if/).waitFor()
    expect(await heights()).toEqual(before)
  }
})
