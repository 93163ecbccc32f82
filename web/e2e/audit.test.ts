import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violations } from './accessibility-violations.ts'
import { addUser, callApi, setUp, signIn, tokenOf } from './administration.ts'
import { responds, type Server, share, startServer, visitor } from './harness.ts'

const POST = { title: 'On passwords', content: 'Length comes first.', slug: 'on-passwords' }

/** Returns the expected audit actions, newest first. */
async function makeAuditedChanges(server: Server): Promise<string[]> {
  const token = await setUp(server)
  await addUser(server, token, 'moderator')
  const moderator = await tokenOf(server, 'moderator')
  const send = (method: string, path: string, body?: unknown, by = token) =>
    callApi(server, method, `/api/admin${path}`, body, by)
  await send('POST', '/blog/posts', { ...POST, status: 'published' }, moderator)
  await send('PUT', '/blog/posts/1', { ...POST, title: 'On long passwords', status: 'published' }, moderator)
  await send('DELETE', '/blog/posts/1', undefined, moderator)
  await send('PUT', '/blog/posts/1', { ...POST, status: 'archived' })
  await send('POST', '/blog/posts/1/preview')
  return [
    'Preview created',
    'Post archived',
    'Permission refused',
    'Post updated',
    'Post published',
    'Signed in',
    'User created',
    'Signed in',
    'Setup completed',
  ]
}

const shared = share(async () => {
  const server = await startServer()
  return { ...server, actions: await makeAuditedChanges(server) }
}, responds)

/** Without entries for new browsers, which may appear later. */
const actionsIn = async (page: Page) => {
  const cells = page.getByRole('grid', { name: 'Audit log' }).locator('tbody tr td:nth-child(3)')
  return (await cells.allInnerTexts()).filter((action) => action !== 'New browser')
}

test('the audit log shows a super admin who changed what and who was denied what', async () => {
  const { actions, ...server } = await shared()
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'ada', '/admin/dashboard?tab=audit')
  await page.getByRole('gridcell', { name: 'Permission refused' }).waitFor()
  expect(await actionsIn(page)).toEqual(['Signed in', ...actions])
  const refused = page.getByRole('row').filter({ hasText: 'Permission refused' })
  expect(await refused.textContent()).toMatch(/moderator #2.*DELETE \/api\/admin\/blog\/posts\/1/)
  expect(await violations(page)).toEqual([])

  await page.getByLabel('Action').selectOption({ label: 'Post updated' })
  await page.getByText('1 of 1', { exact: true }).waitFor()
  expect(await actionsIn(page)).toEqual(['Post updated'])
  await page.reload()
  await page.getByText('1 of 1', { exact: true }).waitFor()
  expect(await actionsIn(page)).toEqual(['Post updated'])
  await page.goBack()
  await page.getByRole('gridcell', { name: 'Permission refused' }).waitFor()

  await page.getByLabel('Search by username').fill('mod')
  await page.getByRole('gridcell', { name: 'Permission refused' }).waitFor()
  await page.getByRole('gridcell', { name: 'ada #1' }).first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Time' }).click()
  await page.getByRole('columnheader', { name: 'Time' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  await page.getByRole('row').nth(1).getByText('Signed in').waitFor()
  expect(await actionsIn(page)).toEqual(['Signed in', 'Post published', 'Post updated', 'Permission refused'])
  await page.getByRole('row').filter({ hasText: 'Post updated' }).click()
  const entry = page.getByRole('dialog', { name: 'Post updated' })
  await entry.getByText('published, was On passwords').waitFor()
  await entry.getByText('moderator #2').waitFor()
  expect(await violations(page)).toEqual([])
  expect(visit.complaints).toEqual([])
})

test('each entry is also logged', async () => {
  const { actions, ...server } = await shared()
  expect(await server.stop()).toBe(0)
  const ids = [...server.output().matchAll(/ info audit id=(\d+) /g)].map(([, id]) => Number(id))
  expect(ids).toEqual(ids.map((_, index) => index + 1))
  expect(ids.length).toBeGreaterThanOrEqual(actions.length)
})
