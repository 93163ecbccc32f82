import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { violations } from './accessibility-violations.ts'
import { fillSignIn, PASSWORD, toast } from './administration.ts'
import { startServer, visitor } from './harness.ts'

test('the printed link opens setup; through a forwarder, it passes the code; it works once', async () => {
  await using server = await startServer()
  const { href, port, hash } = new URL(/http:\S+#code=\S+/.exec(server.output())?.[0] ?? '')
  await using forwarder = await startForwarder(Number(port))
  await using visit = await visitor()
  const { page } = visit
  const address = `http://localhost:${forwarder.port}/admin/setup`

  await page.goto(href)
  await page.getByLabel('Username').waitFor()
  expect(page.url()).toBe(`${server.url}/admin/setup`)
  expect(await page.getByLabel('Setup code').count()).toBe(0)

  await page.goto(address)
  await page.getByText('Open the link that the server printed when it started').waitFor()
  expect(await page.getByLabel('Setup code').inputValue()).toBe('')

  await page.goto(`${address}${hash}`)
  await page.getByText('Taken from the link').waitFor()
  expect(page.url()).toBe(address)
  expect(await page.getByLabel('Setup code').inputValue()).toBe(hash.slice('#code='.length))
  await fillSetup(page)

  await page.goto(`${address}${hash}`)
  await page.getByText('Setup has already been completed').waitFor()
  expect(page.url()).toBe(address)
  expect(server.output()).toMatch(/warn setup completed username="ada"/)
  expect(visit.complaints).toEqual([])
})

async function fillSetup(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await toast(page, 'Setup Complete').waitFor()
}

const notice = (page: Page) => page.getByRole('complementary', { name: 'Setup without the code' })

test('a notice asks whether the first administrator created the account without the code', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/admin/setup`)
  await fillSetup(page)
  expect(server.output()).toContain(
    'the first administrator was created without the setup code username="ada"',
  )
  await fillSignIn(page, 'ada')
  await notice(page)
    .getByText(/^The first administrator, ada, was created without .* Was it you\?$/)
    .waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto(`${server.url}/admin/blog`)
  await notice(page).getByRole('button', { name: 'It was me' }).click()
  await toast(page, 'Thank you').waitFor()
  await notice(page).waitFor({ state: 'detached' })
  expect(visit.complaints).toEqual([])
})

test('the printed link sends its code on this machine, too, so there is no notice', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await page.goto(/http:\S+#code=\S+/.exec(server.output())?.[0] ?? '')
  await page.getByLabel('Username').waitFor()
  await fillSetup(page)
  expect(server.output()).not.toContain('without the setup code')
  await fillSignIn(page, 'ada')
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  expect(await notice(page).count()).toBe(0)
})
