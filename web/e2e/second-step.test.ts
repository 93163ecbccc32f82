import { expect, test } from 'bun:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { violations, violationsOnScreens } from './accessibility-violations.ts'
import {
  addUser,
  confirmPassword,
  fillSignIn,
  openDatabase,
  openSignedIn,
  startSetUp,
  toast,
} from './administration.ts'
import { type Server, untilFocused, visitor } from './harness.ts'

const PERIOD_MS = 30_000

/** The code of the next period, which is accepted already and stays valid for at least a minute. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + PERIOD_MS,
  })

function runSql(server: Server, sql: string): void {
  using database = openDatabase(server)
  database.run(sql)
}

async function startAddingApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
}

/** Returns the secret and the recovery codes. */
async function finishAddingApp(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' })
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('Six digits').fill('12')
  await dialog.getByRole('button', { name: 'Add app' }).click()
  await dialog.getByText('Please enter the six digits that the app shows').waitFor()
  await dialog.getByLabel('Six digits').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Add app' }).click()
  const shown = page.getByRole('dialog', { name: 'Recovery codes' })
  await shown.getByRole('listitem').nth(9).waitFor()
  const codes = await shown.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await shown.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 recovery codes left').waitFor()
  return { secret, codes }
}

/** As in a browser that knows nothing of earlier sessions. */
async function signInElsewhere(page: Page, server: Server, username: string): Promise<void> {
  await page.goto(`${server.url}/robots.txt`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.url}/admin/login`)
  await fillSignIn(page, username)
}

test('an authenticator app can be added, is required at sign-in, and a recovery code replaces it', async () => {
  await using server = await startSetUp()
  await using visit = await visitor()
  const { page } = visit
  await openSignedIn(page, server, '/admin/account')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await confirmPassword(page)
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  expect(await violations(page)).toEqual([])
  const { secret, codes } = await finishAddingApp(page)
  expect(await violationsOnScreens(page)).toEqual([])

  await signInElsewhere(page, server, 'ada')
  const code = page.getByLabel('Code', { exact: true })
  await untilFocused(code)
  expect(await violations(page)).toEqual([])
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong or has already been used').waitFor()
  // The code is used, and the next one is 30 seconds away.
  runSql(server, 'UPDATE totp_secrets SET last_period = 0')
  await code.fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/dashboard/)

  await signInElsewhere(page, server, 'ada')
  await code.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/dashboard/)
})

test('a required second step allows a week, then redirects users to their account until they add one', async () => {
  await using server = await startSetUp()
  await addUser(server, server.login.token, 'moderator')
  await using visit = await visitor()
  const { page } = visit
  await openSignedIn(page, server, '/admin/settings')
  await page.getByRole('switch', { name: 'Require a second step for every administrator' }).click()
  await confirmPassword(page)
  await toast(page, 'Second-step requirement updated').waitFor()
  await page
    .getByRole('complementary', { name: 'Second step' })
    .getByRole('link', { name: 'Set it up' })
    .waitFor()

  runSql(server, "UPDATE users SET second_step_due_at = '2026-01-01T00:00:00.000Z'")
  await page.goto(`${server.url}/admin/blog`)
  await page.waitForURL(/\/admin\/account/)
  await page.getByText('This site requires a second step for everyone').first().waitFor()
  await startAddingApp(page)
  await finishAddingApp(page)
  await page.getByRole('heading', { name: 'Sessions' }).waitFor()
  await page.goto(`${server.url}/admin/blog`)
  await page.getByRole('heading', { name: 'Blog Management' }).waitFor()
  expect(page.url()).toBe(`${server.url}/admin/blog`)

  await signInElsewhere(page, server, 'moderator')
  await page.waitForURL(/\/admin\/account/)
})
