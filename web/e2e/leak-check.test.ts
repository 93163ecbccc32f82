import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { startBreachServer } from '#src/testing/breach-server.ts'
import { startServer, untilHydrated, visitor } from './harness.ts'

const PATH = '/api/breach-check'
const LEAKED = 'hunter2-Wales'
const SLOW = 'hunter3-Wales'
const FAILING = 'hunter4-Wales'
const SECRET = 'Qz7 vKx2 Wj9 mPt4'

const prefixOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase().slice(0, 5)

/** By keyboard; `sent` collects all request bodies. */
async function openChecker(page: Page, url: string) {
  const sent: { path: string; body: string | null }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST')
      sent.push({ path: new URL(request.url()).pathname, body: request.postData() })
  })
  await page.goto(`${url}/password-checker`)
  await untilHydrated(page)
  const field = page.getByLabel('Password to check')
  const button = page.getByRole('button', { name: 'Check known leaks' })
  const type = async (text: string) => {
    await field.fill(text)
    await field.press('End')
  }
  return { sent, field, button, type }
}

test('a leaked password is found by sending five hexadecimal digits of its hash when the button is pressed; late responses are ignored, and failures can be retried', async () => {
  let isFailing = false
  let held: Promise<void> | null = null
  await using service = startBreachServer({ [LEAKED]: 17_043, [SLOW]: 9, [FAILING]: 2 }, async (lines) => {
    await held
    return isFailing ? new Response('Oops', { status: 500 }) : new Response(lines.join('\r\n'))
  })
  await using server = await startServer({ env: { BREACH_CHECK: 'on', BREACH_CHECK_URL: service.url } })
  await using visit = await visitor()
  const { page, complaints } = visit
  const { sent, button, type } = await openChecker(page, server.url)
  expect(await button.isDisabled()).toBe(true)
  const counted = page.waitForResponse('**/api/track/password-checked')
  await type(LEAKED)
  await counted
  expect(sent.filter(({ path }) => path === PATH)).toEqual([])
  await button.press('Enter')
  await page.getByText('Found 17,043 times in known leaks.').waitFor()
  expect(sent.filter(({ path }) => path === PATH)).toEqual([
    { path: PATH, body: JSON.stringify({ prefix: prefixOf(LEAKED) }) },
  ])
  expect(service.requests.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: `/range/${prefixOf(LEAKED)}`, body: '' },
  ])

  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  await type(SLOW)
  await button.press('Enter')
  await page.getByText('Checking…').waitFor()
  await type(SECRET)
  await page.getByText('Checking…').waitFor({ state: 'detached' })
  const shown = await page.evaluateHandle(() => {
    const texts: string[] = []
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown
    const observer = new MutationObserver(() => texts.push(document.body.innerText))
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    return texts
  })
  const answered = page.waitForResponse(`**${PATH}`)
  resolve()
  await (await answered).finished()
  // Its response comes after the ignored one.
  await button.press('Enter')
  await page.getByText('Not found in known leaks. That alone doesn’t make it strong.').waitFor()
  expect((await shown.jsonValue()).filter((text) => text.includes('Found 9 times'))).toEqual([])
  expect(complaints).toEqual([])

  isFailing = true
  await type(FAILING)
  await button.press('Enter')
  await page.getByText('The leak service did not respond. Please try again later.').waitFor()
  isFailing = false
  await button.press('Enter')
  await page.getByText('Found 2 times in known leaks.').waitFor()
})
