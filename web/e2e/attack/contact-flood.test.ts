import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { violations } from '#web/e2e/accessibility-violations.ts'
import { callApi, openSignedIn, startSetUp, toast } from '#web/e2e/administration.ts'
import { type Server, visitor } from '#web/e2e/harness.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { expectResponsive, watch } from './watchdog.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

const NETWORKS = shortOrLong(30, 300)
const PER_NETWORK = 5
const LETTER = { name: 'Spam', email: 'spam@example.com', subject: 'Buy', message: 'x'.repeat(4_000) }

async function write(server: Server, network: number, letter = LETTER): Promise<number> {
  const { status } = await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    body: JSON.stringify(letter),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${network >> 8}.${network & 255}.1`,
    },
  })
  return status
}

test('a flood of messages from many networks is held back for review and blocks no real visitor', async () => {
  await using server = await startSetUp({ flags: MANY_ADDRESSES })
  const { token } = server.login
  const statuses: number[] = []
  const watched = await watch(server, async () => {
    for (let network = 0; network < NETWORKS; network++) {
      const sent = Array.from({ length: PER_NETWORK }, () => write(server, network))
      statuses.push(...(await Promise.all(sent)))
    }
  })
  const honest = await write(server, 60_000, { ...LETTER, name: 'Grace', subject: 'A question' })
  const count = (status: number) => statuses.filter((one) => one === status).length
  printFigures('Contact messages', { sent: statuses.length, taken: count(201), 'put off': count(503) })
  expectResponsive('Flood of the contact form', watched)

  expect(honest).toBe(201)
  // The rest of the first hundred, and the honest message.
  const held = count(201) - 100 + 1
  expect(held).toBeLessThan(1_000)
  const { body } = await callApi(server, 'GET', '/api/admin/dashboard', undefined, token)
  expect(body).toMatchObject({ newContacts: 100, heldBackContacts: held })
})

test('held messages are listed separately and can be moved to new', async () => {
  await using server = await startSetUp({ flags: MANY_ADDRESSES })
  for (let network = 0; network < 20; network++) {
    await Promise.all(Array.from({ length: PER_NETWORK }, () => write(server, network)))
  }
  await write(server, 60_000, { ...LETTER, name: 'Grace', subject: 'A question' })
  await using visit = await visitor({ reducedMotion: 'reduce' })
  const { page } = visit
  await openSignedIn(page, server, '/admin/dashboard?tab=contacts')
  await page.getByText('1 message is held back').waitFor()
  const link = page.getByRole('link', { name: 'Contact Forms' })
  await link.filter({ hasText: '100' }).waitFor()
  await row(page, 'Buy').first().waitFor()
  expect(await row(page, 'A question').count()).toBe(0)

  await page.getByRole('button', { name: 'Show held-back messages' }).click()
  await row(page, 'A question').getByText('Held back', { exact: true }).first().waitFor()
  expect(await row(page, 'Buy').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'More actions for the message from Grace' }).click()
  await page.getByRole('menuitem', { name: 'Mark as New' }).click()
  await toast(page, 'Message marked as New').waitFor()
  await link.filter({ hasText: '101' }).waitFor()
  await page.getByText('No contact submissions match').waitFor()
  expect(visit.complaints).toEqual([])
})
