import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startServer, visitor, WITH_WORKER } from './harness.ts'
import { adFile, fakeOtherOrigins } from './third-parties.ts'

async function listed(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table').getByRole('row')
  const cells = await Promise.all(
    (await rows.all()).slice(1).map((row) => row.getByRole('cell').allInnerTexts()),
  )
  return cells.map((texts) => texts.map((text) => text.trim()))
}

const lineOf = async (page: Page, address: string) => (await listed(page)).find(([path]) => path === address)

test('the list shows every request of the page, and each use of a tool adds only counters', async () => {
  await using server = await startServer()
  await using visit = await visitor(WITH_WORKER)
  const { page, complaints } = visit
  await page.goto(server.url)
  const line = page.getByText('Sent so far')
  await line.getByText('1 count, 0 passwords.').waitFor()
  await line.getByText('Go offline').waitFor()
  expect(await line.textContent()).toBe('Sent so far: 1 count, 0 passwords. Go offline and try it.')
  await page.getByRole('button', { name: '0 passwords sent' }).click()
  await page.getByRole('heading', { name: 'What left your browser' }).waitFor()
  expect(await line.evaluate((text) => text.parentElement === document.activeElement)).toBe(true)
  const counter = page.getByRole('row', { name: '/api/track/password-generated' })
  await counter.getByRole('cell', { name: '1', exact: true }).waitFor()
  expect(await lineOf(page, '/')).toEqual(['/', 'This page', '1'])

  // The code of the dialog and of toasts loads after the page.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/toast-view-')),
  )
  await page.getByRole('button', { name: 'Generate Multiple' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await counter.getByRole('cell', { name: '11', exact: true }).waitFor()
  const before = await listed(page)
  await page.getByRole('button', { name: 'Generate New Password' }).click()
  await counter.getByRole('cell', { name: '12', exact: true }).waitFor()
  const isCounter = ([address = '']: string[]) => address.startsWith('/api/')
  const others = (lines: string[][]) => lines.filter((line) => !isCounter(line))
  expect(others(await listed(page))).toEqual(others(before))
  expect((await listed(page)).filter(isCounter)).toHaveLength(1)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Generate New Password' }).click()
  await line.getByText('You’re offline').waitFor()
  expect(await line.textContent()).toBe(
    'Sent so far: 12 counts, 0 passwords. You’re offline, and it still works.',
  )
  await page.context().setOffline(false)

  const counted = page.waitForResponse('**/api/track/password-checked')
  await page.goto(`${server.url}/password-checker`)
  await page.getByRole('button', { name: '0 passwords sent' }).click()
  await page.getByRole('heading', { name: 'What left your browser' }).waitFor()
  await page.getByLabel('Password to check').pressSequentially('orbit kettle')
  await counted
  await page.getByRole('row', { name: '/api/track/password-checked' }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Generator' }).click()
  await page.getByRole('button', { name: 'Generate New Password' }).waitFor()
  await line.click()
  await page.getByRole('row', { name: '/api/track/password-generated' }).waitFor()
  const counters = (await listed(page)).filter(isCounter)
  expect(counters.map(([address, , times]) => [address, times]).toSorted()).toEqual([
    ['/api/track/page-view', '1'],
    ['/api/track/password-checked', '1'],
    ['/api/track/password-generated', '1'],
  ])
  expect(complaints).toEqual([])
})

/** How a script could add to the page's list, or remove from it. */
const FORGING_AD = `<p>Buy keys</p><script>
  const attempt = (use) => { try { use() } catch {} }
  attempt(() => parent.performance.clearResourceTimings())
  attempt(() => parent.document.querySelector('[data-part=sent]').remove())
  attempt(() => performance.mark('/api/contact'))
  for (const path of ['/api/track/password-generated', '/api/contact', '/api/admin/login']) {
    const url = new URL(path, location.href)
    fetch(url, { method: 'POST', mode: 'no-cors', body: '{}' }).catch(() => undefined)
    attempt(() => navigator.sendBeacon(url, '{}'))
    new Image().src = url + '?password=forged'
    parent.postMessage({ name: url.href, address: path, count: 9, entryType: 'resource' }, '*')
  }
  location.hash = '/api/contact'
  addEventListener('load', () => { done = true })
</script>`

test('ad and tag frames are listed, with a note about requests the browser doesn’t report, and an ad can’t change the list', async () => {
  using ad = adFile(FORGING_AD)
  const env = { AD_SLOT_HTML_FILE: ad.path, ANALYTICS_ID: 'G-ABC1234567' }
  await using server = await startServer({ env })
  await using visit = await visitor()
  const { page } = visit
  await fakeOtherOrigins(page, server.url)
  await page.goto(server.url)
  const line = page.getByText('Sent so far')
  await line.getByText('1 count, 0 passwords.').waitFor()
  await page.frameLocator('iframe[title=Advertisement]').getByText('Buy keys').waitFor()
  const frame = page.frames().find((one) => one.url().includes('/frames/ad'))
  await frame?.waitForFunction('window.done')
  await line.click()
  await page.getByRole('row', { name: '/frames/ad' }).waitFor()
  await page.getByRole('row', { name: '/frames/analytics' }).waitFor()
  expect(await page.getByText('Browsers don’t report').count()).toBe(1)
  const reported = (await listed(page)).filter(([address = '']) => /^\/(?:api|frames)/.test(address))
  expect(reported.map(([address, , count]) => [address, count]).toSorted()).toEqual([
    ['/api/track/password-generated', '1'],
    ['/frames/ad', '1'],
    ['/frames/analytics', '1'],
  ])
  // No service worker keeps the page here.
  expect(await line.textContent()).toBe('Sent so far: 1 count, 0 passwords.')
})
