import { expect, test } from 'bun:test'
import { shareServer } from './harness.ts'
import { NO_MESSAGES, recordText, untilApp, untilCopied, untilRecorded, visitsTo } from './home.ts'
import { countScriptBytes } from './script-bytes.ts'

const BYTES_BEFORE_USE_MAX = 12_000

const visitHome = visitsTo(shareServer())

/** The home page while the app loads, until `release`. */
async function visitWithoutApp(options: Parameters<typeof visitHome>[0] = {}) {
  const held = Promise.withResolvers<void>()
  const scripts: string[] = []
  const home = await visitHome({
    ...options,
    waitUntil: 'commit',
    before: async (page) => {
      await options.before?.(page)
      page.on('request', (request) => {
        const name = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url())?.[1]
        if (name !== undefined) scripts.push(name)
      })
      await page.route('**/assets/app-*.js', async (route) => {
        await held.promise
        await route.continue()
      })
    },
  })
  await home.control.password.waitFor()
  const release = async () => {
    held.resolve()
    await untilApp(home.page)
  }
  return { ...home, scripts, release }
}

test('an unused page shows, counts and reports a strong password without ever loading the app, which keeps it', async () => {
  let readBytes = async () => 0
  await using home = await visitWithoutApp({
    before: async (page) => {
      readBytes = countScriptBytes(page)
      await page.clock.install()
    },
  })
  const { page, control } = home
  const first = await home.password()
  expect(first).toHaveLength(16)
  for (const type of [/[A-Z]/, /[a-z]/, /[0-9]/, /[!@#$%^&*()_+\-=[\]{}|;:,.<>?]/])
    expect(first).toMatch(type)
  await page.getByText('Strong', { exact: true }).waitFor()
  await page.getByText('103.1 bits of entropy').waitFor()
  await page.getByText('Sent so far: 1 count, 0 passwords.').waitFor()
  await page.waitForLoadState()
  await page.clock.runFor(60_000)
  // What the page requests by then comes before this.
  await page.evaluate(() => fetch('/robots.txt'))
  expect(home.scripts.toSorted()).toEqual(['first', 'first-generator', 'generator', 'main'])
  const bytes = await readBytes()
  expect(bytes).toBeGreaterThan(8_000)
  expect(bytes).toBeLessThanOrEqual(BYTES_BEFORE_USE_MAX)

  const shown = await control.password.innerHTML()
  const requested = page.waitForRequest('**/assets/app-*.js')
  await page.mouse.move(200, 200, { steps: 2 })
  await requested
  await home.release()
  expect(await control.password.innerHTML()).toBe(shown)

  const seen = new Set([first])
  for (let press = 0; press < 5; press++) {
    await control.another.click()
    seen.add(await home.password())
  }
  expect(seen.size).toBe(6)
  const single = { path: '/api/track/password-generated', body: { type: 'single' } }
  expect(await home.untilCounted(6)).toEqual(Array.from({ length: 6 }, () => single))
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('options, regeneration and copying work before the app loads, and the app takes over their state', async () => {
  await using home = await visitWithoutApp()
  const { page, control } = home
  const first = await home.password()
  await control.another.click()
  expect(await home.password()).not.toBe(first)
  await control.slider.press('ArrowRight')
  expect(await home.password()).toHaveLength(17)
  await control.number.fill('7')
  await control.number.press('Enter')
  expect(await home.password()).toHaveLength(8)
  await control.number.fill('99')
  await control.slider.focus()
  expect(await control.number.inputValue()).toBe('64')
  expect(await home.password()).toHaveLength(64)
  await control.number.fill('40')
  expect(await control.slider.inputValue()).toBe('40')
  for (const name of ['Uppercase', 'Lowercase', 'Symbols']) await control.switch(name).click()
  expect(await home.password()).toMatch(/^[0-9]{40}$/)
  await control.switch('Numbers').click()
  await page.getByRole('alert').getByText('At least one character type must be selected').waitFor()
  expect(await control.switch('Numbers').isChecked()).toBe(true)
  await untilCopied(control.copy, () => control.copy.click())
  const made = await home.password()
  expect(await home.clipboard()).toBe(made)
  await page.getByRole('button', { name: 'Yes, helpful!' }).click()
  await page.getByText('Thank you.').waitFor()

  await home.release()
  expect(await home.password()).toBe(made)
  await page.getByRole('alert').getByText('At least one character type must be selected').waitFor()
  await page.getByText('Thank you.').waitFor()
  expect(await control.slider.inputValue()).toBe('40')
  expect(await home.kept()).toMatchObject({ length: 40, includeNumbers: true, includeSymbols: false })
  await control.switch('Symbols').click()
  expect(await home.password()).toMatch(/[^0-9]/)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('typing a number continues uninterrupted when the app takes over', async () => {
  await using home = await visitWithoutApp()
  const { number } = home.control
  await number.fill('')
  await number.press('2')
  await home.release()
  expect(await number.inputValue()).toBe('2')
  await number.press('4')
  expect(await home.password()).toHaveLength(24)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('what needs the app happens once it has loaded: a failed copy is reported, and the dialog opens', async () => {
  await using home = await visitWithoutApp()
  const { page, control } = home
  await page.evaluate(() => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard')
    document.execCommand = () => false
  })
  await recordText(page, 'Please copy the password manually.')
  await control.copy.click()
  await control.multiple.click()
  await home.release()
  await untilRecorded(page, 'Please copy the password manually.')
  await control.dialog.waitFor()
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('the passphrase tab opens once the app has loaded, which loads with the page on the next visit', async () => {
  await using home = await visitWithoutApp()
  const { page } = home
  const phrase = page.getByRole('textbox', { name: 'Generated passphrase' })
  await page.getByRole('tab', { name: 'Password', selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await home.release()
  await phrase.waitFor()

  await page.reload()
  await phrase.waitFor()
  expect(home.complaints).toEqual(NO_MESSAGES)
})
