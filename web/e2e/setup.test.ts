import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { violations, violationsOnScreens } from './accessibility-violations.ts'
import { fillSignIn, openSignedIn, PASSWORD, startSetUp, toast } from './administration.ts'
import { startServer, visitor } from './harness.ts'
import { pageFaults } from './page-faults.ts'

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
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await pageFaults(page)).toEqual([])
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize({ width: 1440, height: 900 })
  await fillSetup(page)
  expect(server.output()).not.toContain('without the setup code')
  await fillSignIn(page, 'ada')
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  expect(await notice(page).count()).toBe(0)
  const steps = page.getByRole('region', { name: 'First steps: 1 of 8 done' })
  await steps.getByText('Set SITE_URL: see docs/proxies.md').waitFor()
  await steps.getByText('Set CONTACT_KEEP_DAYS: see docs/messages.md').waitFor()
  await steps.getByText('Set OPERATOR, OPERATOR_CONTACT: see docs/customizing.md').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  await steps.getByRole('link', { name: 'Backups' }).click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await toast(page, 'Backup finished').waitFor()
  await page.goBack()
  const left = page.getByRole('region', { name: 'First steps: 2 of 8 done' })
  await left.getByRole('button', { name: 'Dismiss' }).click()
  await toast(page, 'First steps dismissed').waitFor()
  await left.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('region', { name: 'Last backup' }).waitFor()
  expect(await page.getByText('First steps').count()).toBe(0)
})

const CANARY = 'canary-6f1d2c93b7'

test('Settings show the configuration without secrets, and an address opens each section', async () => {
  await using server = await startSetUp({
    flags: ['--site-name', 'Schlüssel'],
    env: { OPENAI_API_KEY: CANARY, METRICS_TOKEN: `${CANARY}-${CANARY}`, BACKUP_KEEP: '14' },
  })
  await using visit = await visitor()
  const { page } = visit
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/')) bodies.push(response.text())
  })
  await openSignedIn(page, server, '/admin/settings#configuration-title')
  const configuration = page.getByRole('region', { name: 'Configuration' })
  await configuration.getByText('Schlüssel').waitFor()
  const rowOf = (name: string) =>
    configuration.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  expect(await rowOf('SITE_NAME').textContent()).toMatch(/Schlüssel.*--site-name.*docs\/customizing\.md/)
  expect(await rowOf('BACKUP_KEEP').textContent()).toMatch(/14.*Environment.*docs\/backups\.md/)
  expect(await rowOf('PORT').textContent()).toMatch(/0.*--port/)
  expect(await rowOf('OPENAI_API_KEY').textContent()).toContain('Set, not shown')
  expect(await rowOf('SMTP_URL').textContent()).toContain('Not set')
  expect((await Promise.all(bodies)).join()).not.toContain(CANARY)
  expect(await page.content()).not.toContain(CANARY)

  const inView = (title: string) =>
    page.waitForFunction((text) => {
      const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === text)
      const { top = -1, bottom = 0 } = heading?.getBoundingClientRect() ?? {}
      return document.activeElement === heading && top > 0 && bottom < innerHeight
    }, title)
  await inView('Configuration')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: 'Notices' }).click()
  await inView('Notices')
  await sections.getByRole('link', { name: 'AI Prompt Templates' }).click()
  await inView('AI Prompt Templates')
  await page.goBack()
  await inView('Notices')
  expect(new URL(page.url()).hash).toBe('#notices-title')
  expect(await violationsOnScreens(page)).toEqual([])
  expect(visit.complaints).toEqual([])
})
