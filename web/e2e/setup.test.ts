import { expect, test } from 'bun:test'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { PASSWORD, toast } from './administration.ts'
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
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await toast(page, 'Setup Complete').waitFor()

  await page.goto(`${address}${hash}`)
  await page.getByText('Setup has already been completed').waitFor()
  expect(page.url()).toBe(address)
  expect(server.output()).toMatch(/warn setup completed username="ada" proof="code"/)
  expect(visit.complaints).toEqual([])
})
