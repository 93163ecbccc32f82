import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startServer, visitor, WITH_WORKER } from './harness.ts'

/** Everything a visitor can do. */
async function doEverything(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Generate New Password' }).click()
  await page.getByRole('switch', { name: 'Symbols' }).click()
  await page.getByRole('button', { name: 'Generate Multiple' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Yes, helpful!' }).click()
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()

  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Checker' }).click()
  const counted = page.waitForRequest('**/api/track/password-checked')
  await page.getByLabel('Password to check').pressSequentially('orbit kettle')
  await counted

  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
  await page.getByText('No blog posts yet').waitFor()

  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  const letter = { Name: 'Ada', Email: 'ada@example.com', Subject: 'Hello', Message: 'Thank you' }
  for (const [label, text] of Object.entries(letter)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('heading', { name: 'Message sent' }).waitFor()
}

test('the privacy policy lists everything that a visit sends or stores', async () => {
  await using server = await startServer()
  await using visit = await visitor(WITH_WORKER)
  const { page, complaints } = visit
  const origins = new Set<string>()
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    origins.add(origin)
    if (pathname.startsWith('/api/')) calls.add(pathname)
  })
  await doEverything(page, server.url)
  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])

  await page.goto(`${server.url}/privacy`)
  const named = new Set(await page.getByRole('article').locator('dt').allTextContents())
  expect([...calls].toSorted()).toEqual([...named].filter((term) => term.startsWith('/api/')).toSorted())
  expect(kept.filter((key) => !named.has(key))).toEqual([])
  expect(kept.length).toBeGreaterThanOrEqual(3)
  expect(await page.context().cookies()).toEqual([])
  expect([...origins]).toEqual([server.url])
  expect(complaints).toEqual([])
})
