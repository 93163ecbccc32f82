import { afterAll, expect, test } from 'bun:test'
import { startServer } from './harness.ts'
import { NO_MESSAGES, untilApp, visitsTo } from './home.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

const visitHome = visitsTo(server)

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

test('a password is shown, counted and reported before the app loads, and the app keeps it', async () => {
  await using home = await visitWithoutApp()
  const { page } = home
  const first = await home.password()
  expect(first).toHaveLength(16)
  await page.getByText('103.1 bits of entropy').waitFor()
  await page.getByText('Sent so far: 1 counter, 0 passwords.').waitFor()
  expect(home.scripts.toSorted()).toEqual(['first', 'first-generator', 'generator', 'main'])

  const shown = await home.control.password.innerHTML()
  await home.release()
  expect(await home.control.password.innerHTML()).toBe(shown)
  expect(home.counted).toEqual([{ path: '/api/track/password-generated', body: { type: 'single' } }])
  await home.control.another.click()
  expect(await home.password()).not.toBe(first)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('options, regeneration and copying work before the app loads, and the app takes over their state', async () => {
  await using home = await visitWithoutApp()
  const { page, control } = home
  await control.another.click()
  await control.slider.press('ArrowRight')
  expect(await home.password()).toHaveLength(17)
  await control.number.fill('40')
  expect(await control.slider.inputValue()).toBe('40')
  for (const name of ['Uppercase', 'Lowercase', 'Symbols']) await control.switch(name).click()
  expect(await home.password()).toMatch(/^[0-9]{40}$/)
  await control.switch('Numbers').click()
  await page.getByRole('alert').getByText('At least one character type must be selected').waitFor()
  expect(await control.switch('Numbers').isChecked()).toBe(true)
  await control.copy.click()
  await page.getByRole('button', { name: 'Copied!' }).waitFor()
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

test('an out-of-range number is clamped before the app loads', async () => {
  await using home = await visitWithoutApp()
  await home.control.number.fill('7')
  await home.control.number.press('Enter')
  expect(await home.password()).toHaveLength(8)
  await home.control.number.fill('99')
  await home.control.slider.focus()
  expect(await home.control.number.inputValue()).toBe('64')
  expect(await home.password()).toHaveLength(64)
})

test('actions that need the app run once it has loaded', async () => {
  await using home = await visitWithoutApp()
  await home.control.multiple.click()
  await home.release()
  await home.control.dialog.waitFor()
  await home.page.keyboard.press('Escape')

  await using other = await visitWithoutApp()
  await other.page.getByRole('tab', { name: 'Password', selected: true }).focus()
  await other.page.keyboard.press('ArrowRight')
  await other.release()
  await other.page.getByRole('textbox', { name: 'Generated passphrase' }).waitFor()
  expect([...home.complaints, ...other.complaints]).toEqual(NO_MESSAGES)
})

test('a failed copy before the app loads is reported once it has loaded', async () => {
  await using home = await visitWithoutApp()
  await home.page.evaluate(() => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard')
    document.execCommand = () => false
  })
  await home.control.copy.click()
  await home.release()
  await home.page.getByText('Please copy the password manually.').first().waitFor()
})

test('an unused page never loads the app', async () => {
  await using home = await visitWithoutApp({ before: (page) => page.clock.install() })
  await home.page.waitForLoadState()
  await home.page.clock.runFor(60_000)
  expect(home.scripts.toSorted()).toEqual(['first', 'first-generator', 'generator', 'main'])

  const requested = home.page.waitForRequest('**/assets/app-*.js')
  const made = await home.password()
  await home.page.mouse.move(200, 200, { steps: 2 })
  await requested
  await home.release()
  expect(await home.password()).toBe(made)
})

test('the app loads with the page if passphrases were used last', async () => {
  await using home = await visitHome()
  await home.page.getByRole('tab', { name: 'Passphrase' }).click()
  await home.page.getByRole('textbox', { name: 'Generated passphrase' }).waitFor()
  await home.page.reload()
  await home.page.getByRole('textbox', { name: 'Generated passphrase' }).waitFor()
  expect(home.complaints).toEqual(NO_MESSAGES)
})
