import { expect, test } from 'bun:test'
import { shareServer } from './harness.ts'
import { NO_MESSAGES, shareHome, untilApp, untilCopied } from './home.ts'

const freshHome = shareHome(shareServer())

const PHONE = { width: 390, height: 844 }

test('on a phone, the second tab does not move the generator; its passphrases of six words are counted and copied completely', async () => {
  const home = await freshHome(PHONE)
  const { page, control } = home
  const card = page.getByRole('region', { name: 'Password generator' })
  const bottom = async () => {
    const box = await card.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await home.untilCounted(1)
  const before = await bottom()
  expect(before).toBeLessThanOrEqual(844)
  await page.getByRole('tab', { name: 'Password', selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: 'Passphrase', selected: true }).waitFor()
  const phrase = page.getByRole('textbox', { name: 'Generated passphrase' })
  const shown = (await phrase.textContent()) ?? ''
  expect(shown).toMatch(/^[a-z]{3,9}(-[a-z]{3,9}){5}$/)
  expect(await bottom()).toBe(before)
  await page.getByText('77.5 bits of entropy').waitFor()
  const counted = await home.untilCounted(2)
  expect(counted.at(-1)).toEqual({ path: '/api/track/password-generated', body: { type: 'single' } })

  const copy = page.getByRole('button', { name: 'Copy passphrase' })
  await untilCopied(copy, () => copy.press('Enter'))
  expect(await home.clipboard()).toBe(shown)

  await control.multiple.press('Enter')
  await control.dialog.getByRole('heading', { name: '10 passphrases' }).waitFor()
  const phrases = await control.dialog.locator('code').allTextContents()
  expect(new Set(phrases).size).toBe(10)
  for (const one of phrases) expect(one).toMatch(/^[a-z]+(-[a-z]+){5}$/)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('word count, separator, capitals, digit and symbol change the passphrase and its entropy, and are stored', async () => {
  const home = await freshHome()
  const { page } = home
  await page.getByRole('tab', { name: 'Passphrase' }).click()
  await page.getByRole('spinbutton', { name: 'Number of words' }).fill('4')
  await page.getByRole('combobox', { name: 'Separator' }).selectOption('Space')
  for (const name of ['Capitalize words', 'Add a digit', 'Add a symbol']) {
    await page.getByRole('switch', { name }).press('Space')
  }
  const phrase = page.getByRole('textbox', { name: 'Generated passphrase' })
  const expected = /^([A-Z][a-z]{2,8}[0-9]?[^A-Za-z0-9 ]?( |$)){4}$/
  expect(await phrase.textContent()).toMatch(expected)
  await page.getByText('63.7 bits of entropy').waitFor()

  await page.reload()
  await page.getByRole('tab', { name: 'Passphrase', selected: true }).waitFor()
  expect(await phrase.textContent()).toMatch(expected)
  expect(await home.kept()).toBeNull()
})

test('conflicting options show an explanation and change nothing', async () => {
  const home = await freshHome()
  const { page } = home
  const before = await home.password()
  await page.getByText('More options').press('Enter')
  await page.getByLabel('Symbols to use').fill('abc')
  await page.getByText('Use keyboard symbols only, such as ! # % ?').waitFor()
  await page.getByLabel('Characters to leave out').fill('0123456789')
  await page.getByText('Every digit is excluded. Allow at least one, or switch that type off.').waitFor()
  expect(await home.password()).toBe(before)
  await page.getByLabel('Characters to leave out').fill('')
  await page.getByRole('spinbutton', { name: 'At least this many digits' }).fill('7')
  await home.control.number.fill('8')
  await page
    .getByText(/need at least 10 characters\. Lower a minimum or choose a longer password\.$/)
    .waitFor()
  expect(await home.password()).toHaveLength(before.length)
})

test('custom symbols, excluded characters and minimums apply, count in the entropy and are stored', async () => {
  const home = await freshHome()
  const { page } = home
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
