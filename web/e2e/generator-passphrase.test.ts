import { afterAll, expect, test } from 'bun:test'
import { startServer, WITH_WORKER } from './harness.ts'
import { NO_MESSAGES, untilApp, visitsTo } from './home.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

const visitHome = visitsTo(server)

async function visitPassphrases(options: Parameters<typeof visitHome>[0] = {}) {
  const home = await visitHome(options)
  const { page } = home
  await home.password()
  await page.getByRole('tab', { name: 'Password', selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: 'Passphrase', selected: true }).waitFor()
  const phrase = page.getByRole('textbox', { name: 'Generated passphrase' })
  await phrase.waitFor()
  return { ...home, phrase, read: async () => (await phrase.textContent()) ?? '' }
}

test('the second tab generates passphrases of six words and counts them', async () => {
  await using home = await visitPassphrases()
  expect(await home.read()).toMatch(/^[a-z]{3,9}(-[a-z]{3,9}){5}$/)
  await home.page.getByText('77.5 bits of entropy').waitFor()
  const counted = await home.untilCounted(2)
  expect(counted.at(-1)).toEqual({ path: '/api/track/password-generated', body: { type: 'single' } })
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('word count, separator, capitals, digit and symbol change the passphrase and its entropy, and are stored', async () => {
  await using home = await visitPassphrases()
  const { page } = home
  await page.getByRole('spinbutton', { name: 'Number of words' }).fill('4')
  await page.getByRole('combobox', { name: 'Separator' }).selectOption('Space')
  for (const name of ['Capitalize words', 'Add a digit', 'Add a symbol']) {
    await page.getByRole('switch', { name }).press('Space')
  }
  const expected = /^([A-Z][a-z]{2,8}[0-9]?[^A-Za-z0-9 ]?( |$)){4}$/
  expect(await home.read()).toMatch(expected)
  await page.getByText('63.7 bits of entropy').waitFor()

  await page.reload()
  await page.getByRole('tab', { name: 'Passphrase', selected: true }).waitFor()
  await home.phrase.waitFor()
  expect(await home.read()).toMatch(expected)
  expect(await home.kept()).toBeNull()
})

test('a passphrase that wraps over lines is copied completely', async () => {
  await using home = await visitPassphrases({ viewport: { width: 390, height: 844 } })
  const shown = await home.read()
  await home.page.getByRole('button', { name: 'Copy passphrase' }).press('Enter')
  await home.page.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await home.clipboard()).toBe(shown)
})

test('Generate Multiple shows ten different passphrases', async () => {
  await using home = await visitPassphrases()
  await home.control.multiple.press('Enter')
  await home.control.dialog.getByRole('heading', { name: '10 passphrases' }).waitFor()
  const phrases = await home.control.dialog.locator('code').allTextContents()
  expect(new Set(phrases).size).toBe(10)
  for (const phrase of phrases) expect(phrase).toMatch(/^[a-z]+(-[a-z]+){5}$/)
})

test('the passphrase tab works offline', async () => {
  await using home = await visitHome(WITH_WORKER)
  await home.page.evaluate(() => navigator.serviceWorker.ready)
  await home.page.context().setOffline(true)
  await home.page.reload()
  await home.page.getByRole('tab', { name: 'Passphrase' }).click()
  await home.page.getByRole('textbox', { name: 'Generated passphrase' }).waitFor()
})

test('custom symbols, excluded characters and minimums apply, count in the entropy and are stored', async () => {
  await using home = await visitHome()
  const { page } = home
  await home.password()
  await page.getByText('More options').press('Enter')
  await page.getByLabel('Symbols to use').fill('-_')
  await page.getByLabel('Characters to leave out').fill('aeiou')
  await page.getByRole('spinbutton', { name: 'At least this many digits' }).fill('4')
  const expected = /^(?=(.*[0-9]){4})(?=.*[-_])[A-Zb-df-hj-np-tv-z0-9_-]{16}$/
  expect(await home.password()).toMatch(expected)
  await page.getByText('90.9 bits of entropy').waitFor()
  await page.reload()
  await page.getByText('90.9 bits of entropy').waitFor()
  expect(await home.password()).toMatch(expected)
  await untilApp(page)
  await page.getByText('More options').press('Enter')
  await page.getByRole('button', { name: 'Reset' }).press('Enter')
  await page.getByText('103.1 bits of entropy').waitFor()
})

test('conflicting options show an explanation and change nothing', async () => {
  await using home = await visitHome()
  const { page } = home
  const before = await home.password()
  await page.getByText('More options').press('Enter')
  await page.getByLabel('Symbols to use').fill('abc')
  await page.getByText('Use keyboard symbols only, such as ! # % ?').waitFor()
  await page.getByLabel('Characters to leave out').fill('0123456789')
  await page.getByText('Every digit is excluded. Allow at least one, or switch that type off.').waitFor()
  expect(await home.password()).not.toMatch(/^$/)
  await page.getByLabel('Characters to leave out').fill('')
  await page.getByRole('spinbutton', { name: 'At least this many digits' }).fill('7')
  await home.control.number.fill('8')
  await page
    .getByText(/need at least 10 characters\. Lower a minimum or choose a longer password\.$/)
    .waitFor()
  expect(await home.password()).toHaveLength(before.length)
})

test('switching tabs does not move or resize the generator', async () => {
  await using home = await visitHome({ viewport: { width: 390, height: 844 } })
  const card = home.page.getByRole('region', { name: 'Password generator' })
  const bottom = async () => {
    const box = await card.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await home.password()
  const before = await bottom()
  expect(before).toBeLessThanOrEqual(844)
  await home.page.getByRole('tab', { name: 'Passphrase' }).click()
  await home.page.getByRole('textbox', { name: 'Generated passphrase' }).waitFor()
  expect(await bottom()).toBe(before)
})
