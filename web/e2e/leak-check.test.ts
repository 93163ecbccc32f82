import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type BreachServer, startBreachServer } from '#src/testing/breach-server.ts'
import { startServer, untilHydrated, visitor } from './harness.ts'

const PATH = '/api/breach-check'
const LEAKED = 'hunter2-Wales'
const SECRET = 'Qz7 vKx2 Wj9 mPt4'

const prefixOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase().slice(0, 5)

const startRelay = ({ url }: BreachServer) =>
  startServer({ env: { BREACH_CHECK: 'on', BREACH_CHECK_URL: url } })

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

test('a leaked password is found by sending five hexadecimal digits of its hash, when the button is pressed', async () => {
  await using service = startBreachServer({ [LEAKED]: 17_043 })
  await using server = await startRelay(service)
  await using visit = await visitor()
  const { sent, button, type } = await openChecker(visit.page, server.url)
  expect(await button.isDisabled()).toBe(true)
  const counted = visit.page.waitForResponse('**/api/track/password-checked')
  await type(LEAKED)
  await counted
  expect(sent.filter(({ path }) => path === PATH)).toEqual([])
  await button.press('Enter')
  await visit.page.getByText('Found 17,043 times in known leaks.').waitFor()
  expect(sent.filter(({ path }) => path === PATH)).toEqual([
    { path: PATH, body: JSON.stringify({ prefix: prefixOf(LEAKED) }) },
  ])
  expect(service.requests.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: `/range/${prefixOf(LEAKED)}`, body: '' },
  ])

  await type(SECRET)
  await button.press('Enter')
  await visit.page.getByText('Not found in known leaks. That alone doesn’t make it strong.').waitFor()
  expect(visit.complaints).toEqual([])
})

test('a response for an earlier text is ignored', async () => {
  const held = Promise.withResolvers<void>()
  await using service = startBreachServer({ [LEAKED]: 9 }, async (lines) => {
    await held.promise
    return new Response(lines.join('\r\n'))
  })
  await using server = await startRelay(service)
  await using visit = await visitor()
  const { button, type } = await openChecker(visit.page, server.url)
  await type(LEAKED)
  await button.press('Enter')
  await visit.page.getByText('Checking…').waitFor()
  await type(SECRET)
  await visit.page.getByText('Checking…').waitFor({ state: 'detached' })
  const shown = await visit.page.evaluateHandle(() => {
    const texts: string[] = []
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown
    const observer = new MutationObserver(() => texts.push(document.body.innerText))
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    return texts
  })
  const answered = visit.page.waitForResponse(`**${PATH}`)
  held.resolve()
  await (await answered).finished()
  // Its response comes after the ignored one.
  await button.press('Enter')
  await visit.page.getByText('Not found in known leaks.').waitFor()
  expect((await shown.jsonValue()).filter((text) => text.includes('Found 9 times'))).toEqual([])
})

test('a failing leak service shows one message, and the next attempt works', async () => {
  let tries = 0
  await using service = startBreachServer({ [LEAKED]: 2 }, (lines) =>
    ++tries === 1 ? new Response('Oops', { status: 500 }) : new Response(lines.join('\n')),
  )
  await using server = await startRelay(service)
  await using visit = await visitor()
  const { button, type } = await openChecker(visit.page, server.url)
  await type(LEAKED)
  await button.press('Enter')
  await visit.page.getByText('The leak service did not respond. Please try again later.').waitFor()
  await button.press('Enter')
  await visit.page.getByText('Found 2 times in known leaks.').waitFor()
})

test('the leak check and its relay are off by default', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { button, type } = await openChecker(visit.page, server.url)
  await type(LEAKED)
  await visit.page.getByRole('list', { name: 'Criteria' }).waitFor()
  expect(await button.count()).toBe(0)
  const answer = await fetch(`${server.url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefix: 'ABCDE' }),
  })
  expect(answer.status).toBe(404)
})
