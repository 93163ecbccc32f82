import { expect, test } from 'bun:test'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { PASSWORD, toast } from './administration.ts'
import { startServer, visitor } from './harness.ts'

test('through a forwarder, the printed link passes the code and works once', async () => {
  await using server = await startServer()
  const { port, hash } = new URL(/http:\S+#code=\S+/.exec(server.output())?.[0] ?? '')
  await using forwarder = await startForwarder(Number(port))
  await using visit = await visitor()
  const { page } = visit
  const address = `http://localhost:${forwarder.port}/admin/setup`

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

test('on the same machine, the printed link opens setup without asking for the code', async () => {
  await using server = await startServer()
  const link = /http:\S+#code=\S+/.exec(server.output())?.[0] ?? ''
  await using visit = await visitor()
  await visit.page.goto(link)
  await visit.page.getByLabel('Username').waitFor()
  expect(visit.page.url()).toBe(`${server.url}/admin/setup`)
  expect(await visit.page.getByLabel('Setup code').count()).toBe(0)
  expect(visit.complaints).toEqual([])
})
