import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violationsOnScreens } from './accessibility-violations.ts'
import { shareServer, untilFocused } from './harness.ts'
import { NO_MESSAGES, shareHome, untilApp } from './home.ts'

const shared = shareServer()
const freshHome = shareHome(shared)

const PASSPHRASE = { name: 'Generated passphrase' }
const FROM_LINK = 'These settings come from the link you opened.'

/** Opens the page at a fragment as from a link, in a document of its own. */
async function openLink(page: Page, fragment: string): Promise<void> {
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/robots.txt`)
  await page.goto(`${origin}/${fragment}`)
  await untilApp(page)
}

const storedIn = (page: Page) =>
  page.evaluate(() => ({
    options: JSON.parse(localStorage.getItem('passwordOptions') ?? 'null'),
    choices: JSON.parse(localStorage.getItem('generatorExtras') ?? 'null'),
  }))

test('a copied link holds the settings and no password, and shows them to others without storing them', async () => {
  const home = await freshHome()
  const { page, control } = home
  await control.number.fill('31')
  await control.switch('Symbols').click()
  await page.getByRole('button', { name: 'Copy link to these settings' }).click()
  await page.getByText('It holds these settings, but no password.', { exact: true }).waitFor()
  const link = new URL(await home.clipboard())
  expect(link.hash).toContain('length=31&')
  expect(decodeURIComponent(link.hash)).not.toContain(await home.password())

  await page.evaluate(() => localStorage.setItem('passwordOptions', '{"length":12}'))
  await openLink(page, link.hash)
  await page.getByText(FROM_LINK).waitFor()
  expect(await home.password()).toMatch(/^[A-Za-z0-9]{31}$/)
  expect((await storedIn(page)).options).toEqual({ length: 12 })

  await page.getByRole('button', { name: 'Use mine instead' }).click()
  await page.waitForFunction(() => location.hash === '')
  expect(await home.password()).toHaveLength(12)
  expect(await page.getByText(FROM_LINK).count()).toBe(0)
  await untilFocused(page.getByRole('region', { name: 'Password generator' }))
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('a change makes the settings of a link the visitor’s own, and takes them out of the address', async () => {
  const home = await freshHome()
  const { page, control } = home
  await openLink(page, '#length=40&exclude=abc&min-numbers=5')
  await page.getByText(FROM_LINK).waitFor()
  expect(await home.password()).toMatch(/^(?=(.*[0-9]){5})[^abc]{40}$/)
  await control.switch('Uppercase').click()
  expect(new URL(page.url()).hash).toBe('')
  const { options, choices } = await storedIn(page)
  expect(options).toEqual({
    length: 40,
    includeUppercase: false,
    includeLowercase: true,
    includeNumbers: true,
    includeSymbols: true,
    avoidAmbiguous: false,
  })
  expect(choices).toMatchObject({ generator: 'password', extras: { excluded: 'abc', minNumbers: 5 } })
  await page.reload()
  await untilApp(page)
  expect(await home.password()).toMatch(/^(?=(.*[0-9]){5})[^A-Zabc]{40}$/)
})

test('a link pasted into the open page applies at once, also to the other generator', async () => {
  const home = await freshHome()
  const { page } = home
  await page.evaluate(() => {
    location.hash = '#generator=passphrase&words=4&separator=%C2%B7&language=fr'
  })
  await page.getByRole('tab', { name: 'Passphrase', selected: true }).waitFor()
  const phrase = page.getByRole('textbox', PASSPHRASE)
  await phrase.getByText('·').first().waitFor()
  expect(await phrase.textContent()).toMatch(/^\p{Ll}+(?:·\p{Ll}+){3}$/u)
  await page.evaluate(() => {
    location.hash = '#generator=password&length=9'
  })
  await page.getByRole('tab', { name: 'Password', selected: true }).waitFor()
  await page.waitForFunction(() => document.querySelector('[data-part=poster]')?.textContent.length === 9)
  expect(await storedIn(page)).toEqual({ options: null, choices: null })
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('a hostile link does nothing', async () => {
  const home = await freshHome()
  for (const fragment of [
    '#symbol-set=%3Cscript%3Ealert(1)%3C/script%3E&length=x',
    '#language=own',
    '#=%E0%A4%A&&&==',
  ]) {
    await openLink(home.page, fragment)
    expect(await home.password()).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[^A-Za-z0-9])\S{16}$/)
    expect(await storedIn(home.page)).toEqual({ options: null, choices: null })
  }
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('other languages, separators and their bits; each list loads once, when it is chosen; without its words, a language is not chosen, and the page says why', async () => {
  const home = await freshHome()
  const { page } = home
  const lists: string[] = []
  page.on('request', (request) => {
    const name =
      /\/assets\/(czech|french|italian|japanese|korean|portuguese|spanish|\w+-chinese)-[\w-]{8}\.js$/.exec(
        request.url(),
      )?.[1]
    if (name) lists.push(name)
  })
  await page.getByRole('tab', { name: 'Passphrase' }).click()
  const phrase = page.getByRole('textbox', PASSPHRASE)
  await page.getByText('7,776 words, 12.9 bits each.').waitFor()
  expect(lists).toEqual([])
  const language = page.getByRole('combobox', { name: 'Language' })
  await language.selectOption('Japanese')
  await page.getByText('66.0 bits of entropy').waitFor()
  expect(await phrase.textContent()).toMatch(/^\p{sc=Hiragana}+(?:-\p{sc=Hiragana}+){5}$/u)
  expect(await phrase.getAttribute('lang')).toBe('ja')
  await page.getByRole('combobox', { name: 'Separator' }).selectOption('Other…')
  await page.getByRole('textbox', { name: 'Your separator' }).fill('\u3000')
  expect(await phrase.textContent()).toMatch(/^\p{sc=Hiragana}+(?: \p{sc=Hiragana}+){5}$/u)
  await page.getByRole('textbox', { name: 'Your separator' }).fill('too long a one')
  await page.getByText('Enter at most 8 characters.').waitFor()
  const arrived = Promise.withResolvers<void>()
  await page.route('**/spanish-*.js', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await language.selectOption('Spanish')
  // What is changed while the words are loading stays.
  await page.getByRole('combobox', { name: 'Separator' }).selectOption('None')
  arrived.resolve()
  await page.getByText('1,973 words, 10.9 bits each. 75 that begin with another word are left out').waitFor()
  await page.getByText('65.7 bits of entropy').waitFor()
  await language.selectOption('Japanese')
  await page.getByText('2,048 words, 11.0 bits each.').waitFor()
  expect(lists).toEqual(['japanese', 'spanish'])

  await page.reload()
  await page.getByText('2,048 words, 11.0 bits each.').waitFor()
  expect(await phrase.textContent()).toMatch(/^\p{sc=Hiragana}+$/u)
  expect(home.complaints).toEqual(NO_MESSAGES)

  await page.route('**/assets/korean-*.js', (route) => route.abort())
  await language.selectOption('Korean')
  await page.getByText('need a connection the first time').first().waitFor()
  expect(await language.inputValue()).toBe('ja')
  expect(await phrase.textContent()).toMatch(/^\p{sc=Hiragana}+$/u)
})

test('a password is spelled out with the case of each letter and look-alikes told apart; one without a choice of characters is Weak, with an empty bar', async () => {
  const home = await freshHome()
  const { page, control } = home
  await page.getByText('More options').press('Enter')
  await page
    .getByLabel('Characters to leave out')
    .fill('abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789')
  await page.getByLabel('Symbols to use').fill('@')
  const text = await home.password()
  expect(text).toMatch(/^[lOI01@]{16}$/)
  await page.getByRole('button', { name: 'Spell it out' }).click()
  await control.dialog.getByRole('heading', { name: 'Your password, spelled out' }).waitFor()
  const names: Record<string, string> = {
    l: 'lowercase Limanot one or capital I',
    I: 'capital Indianot one or lowercase l',
    O: 'capital Oscarnot zero',
    '0': 'zeronot the letter O',
    '1': 'onenot the letter l or I',
    '@': 'at sign',
  }
  const expected = [...text].map((character, index) => `${index + 1}${character}${names[character]}`)
  expect(await control.dialog.getByRole('listitem').allTextContents()).toEqual(expected)
  await page.keyboard.press('Escape')
  expect(await home.password()).toBe(text)

  await openLink(page, '#uppercase=off&numbers=off&symbols=off&exclude=bcdefghijklmnopqrstuvwxyz')
  await page.getByText('0.0 bits of entropy', { exact: true }).waitFor()
  await page.getByText('Weak', { exact: true }).waitFor()
  const meter = page.getByRole('meter', { name: 'Password strength' })
  expect(await meter.getAttribute('aria-valuenow')).toBe('0')
  await page.getByText('More options').press('Enter')
  await page.getByLabel('Characters to leave out').fill('klmnopqrstuvwxyz')
  await page.getByText('53.2 bits of entropy', { exact: true }).waitFor()
  await page.getByText('Good', { exact: true }).waitFor()
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('settings from a link and spelled-out passphrases have no accessibility violations on any screen', async () => {
  const home = await freshHome()
  const { page, control } = home
  await openLink(page, '#generator=passphrase&language=es&separator=y&words=20&add-number=on&capitalize=on')
  await page.getByText(FROM_LINK).waitFor()
  await page.getByText('1,973 words').waitFor()
  expect(await violationsOnScreens(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Spell it out' }).click()
  await control.dialog.getByRole('heading', { name: 'Your passphrase, spelled out' }).waitFor()
  expect(await violationsOnScreens(page, '[role=dialog]')).toEqual([])
  expect(home.complaints).toEqual(NO_MESSAGES)
})
