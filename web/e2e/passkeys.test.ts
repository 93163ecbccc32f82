import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violations, violationsOnScreens } from './accessibility-violations.ts'
import {
  addUser,
  callApi,
  chooseLogout,
  confirmPassword,
  fillSignIn,
  openDatabase,
  openSignedIn,
  setProofs,
  signIn,
  signOut,
  startSetUp,
  toast,
} from './administration.ts'
import { type Server, visitor } from './harness.ts'

function runSql(server: Server, sql: string): void {
  using database = openDatabase(server)
  database.run(sql)
}

/** A virtual authenticator that confirms automatically; the username field offers its passkeys only on request. */
async function addAuthenticator(page: Page, isSynced: boolean) {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => 'isOffered' in localStorage
  })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verifyUser: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

async function openAccount(page: Page, server: Server): Promise<void> {
  await page.goto(`${server.url}/admin/account`)
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Name').press('Enter')
}

const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).press('Enter')

test('a passkey can be added, used to sign in and confirm actions, and removed, but neither without user verification nor at another address', async () => {
  await using server = await startSetUp()
  await using visit = await visitor()
  const { page } = visit
  const authenticator = await addAuthenticator(page, true)
  await openSignedIn(page, server, '/admin/account')
  await page.getByText('You have no passkeys.').waitFor()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Linux')
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await dialog.getByText('Please give the passkey a name').waitFor()
  await page.keyboard.press('Escape')
  await authenticator.verifyUser(false)
  await addPasskey(page, 'Work laptop')
  await confirmPassword(page)
  await toast(page, 'No passkey was used.').waitFor()
  expect(await authenticator.credentials()).toEqual([])
  await authenticator.verifyUser(true)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await toast(page, 'Passkey added').waitFor()
  await page.getByText('Synced').waitFor()
  expect(await authenticator.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

  await addPasskey(page, 'The same again')
  await toast(page, 'This device already has a passkey for your account.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Rename the passkey Work laptop' }).click()
  await page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  await toast(page, 'Passkey renamed').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  await signOut(page)
  await page.waitForURL(/\/admin\/login/)
  await authenticator.verifyUser(false)
  await usePasskey(page)
  await page.getByText('No passkey was used.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/login')
  await authenticator.verifyUser(true)
  await usePasskey(page)
  await toast(page, 'Welcome back, ada!').waitFor()
  await page.waitForURL(/\/admin\/dashboard/)

  const elsewhere = { ...server, url: server.url.replace('localhost', 'other.localhost') }
  await page.goto(`${elsewhere.url}/admin/login`)
  await usePasskey(page)
  await page.getByText('No passkey was used.').waitFor()
  await signIn(page, elsewhere, 'ada', '/admin/account')
  await page.getByText('1 passkey was made for localhost and can’t be used here.').waitFor()
  expect(await violations(page)).toEqual([])
  const byNumber = { ...server, url: server.url.replace('localhost', '127.0.0.1') }
  await page.goto(`${byNumber.url}/admin/login`)
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
  await signIn(page, byNumber, 'ada', '/admin/account')
  await page.getByText('Passkeys need SITE_URL to be set to the https address of this site.').waitFor()
  expect(await page.getByRole('button', { name: 'Add passkey' }).count()).toBe(0)

  await openAccount(page, server)
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByRole('button', { name: 'Use a passkey' }).waitFor()
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await toast(page, 'Passkey removed').waitFor()
  await page.getByText('You have no passkeys.').waitFor()
  await signOut(page)
  await page.waitForURL(/\/admin\/login/)
  await usePasskey(page)
  await page.getByText('This passkey was not accepted').waitFor()
  const expected = /status of (401|403)/
  expect(visit.complaints.filter((complaint) => !expected.test(complaint))).toEqual([])
})

test('a passkey is a second step and outlives an old password; a password reset removes recent ones', async () => {
  await using server = await startSetUp()
  const { token } = server.login
  await addUser(server, token, 'admin')
  setProofs(server, new Date())
  const requireSecondStep = (isRequired: boolean) =>
    callApi(server, 'PUT', '/api/admin/second-step', { isRequired }, token)
  await requireSecondStep(true)
  runSql(server, "UPDATE users SET second_step_due_at = '2026-01-01T00:00:00.000Z' WHERE role = 'admin'")
  await using visit = await visitor()
  const { page } = visit
  await addAuthenticator(page, false)
  await page.goto(`${server.url}/admin/login`)
  await fillSignIn(page, 'admin')
  await page.waitForURL(/\/admin\/account/)
  await addPasskey(page, 'Laptop')
  await confirmPassword(page)
  await page.getByText('This device only').waitFor()
  await page.getByRole('heading', { name: 'Sessions' }).waitFor()

  await signOut(page)
  await page.waitForURL(/\/admin\/login/)
  await fillSignIn(page, 'admin')
  await page.getByText('This site requires a second step. Please sign in with your passkey.').waitFor()
  await usePasskey(page)
  await page.waitForURL(/\/admin\/dashboard/)
  // The username field offers the passkey; the sign-in page may be left before it's seen.
  await page.evaluate(() => localStorage.setItem('isOffered', ''))
  await chooseLogout(page)
  await toast(page, 'Welcome back, admin!').waitFor()
  await page.waitForURL(/\/admin\/dashboard/)
  await page.evaluate(() => localStorage.removeItem('isOffered'))

  await requireSecondStep(false)
  runSql(server, "UPDATE passkeys SET created_at = '2026-01-01T00:00:00.000Z'")
  const password = 'a temporary one'
  const reset = await callApi(server, 'POST', '/api/admin/users/2/reset-password', { password }, token)
  expect(reset.body).toEqual({ success: true })
  await page.goto(`${server.url}/admin/login`)
  await usePasskey(page)
  await page.waitForURL(/\/admin\/new-password/)
  await page.getByLabel('New Password').fill('an owl of my own')
  await page.getByLabel('Confirm Password').fill('an owl of my own')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await page.getByText('Please enter the password you were given').waitFor()
  await page.getByLabel('Current Password').fill('not that one')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await page.getByText('Wrong password').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  await page.getByLabel('Current Password').fill(password)
  await page.getByRole('button', { name: 'Save Password' }).click()
  await page.waitForURL(/\/admin\/login/)
  await fillSignIn(page, 'admin', 'an owl of my own')
  await page.waitForURL(/\/admin\/dashboard/)

  runSql(server, `UPDATE passkeys SET created_at = '${new Date().toISOString()}'`)
  await openSignedIn(page, server, '/admin/dashboard?tab=users')
  await page.getByRole('button', { name: 'More actions for admin' }).click()
  await page.getByRole('menuitem', { name: 'Reset Password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Passkeys added in the last 7 days will be removed, except').waitFor()
  await dialog.getByLabel('New Password').fill('another owl in the attic')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await toast(page, 'Password reset successfully').waitFor()
  await page.getByText('1 passkey added in the last 7 days was removed.', { exact: true }).waitFor()
  await signOut(page)
  await usePasskey(page)
  await page.getByText('This passkey was not accepted').waitFor()
})
