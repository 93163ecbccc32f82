import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { holdBack, shareServer } from './harness.ts'
import { NO_MESSAGES, recordText, shareHome, untilApp, untilRecorded, visitsTo } from './home.ts'

const shared = shareServer()
const visitHome = visitsTo(shared)
const freshHome = shareHome(shared)

const UPPERCASE = /[A-Z]/
const LOWERCASE = /[a-z]/
const NUMBERS = /[0-9]/

test('the server-rendered page has no password and says that generating requires JavaScript', async () => {
  await using home = await visitHome({ javaScriptEnabled: false })
  expect(await home.control.password.count()).toBe(0)
  expect(await home.page.locator('noscript p').textContent()).toContain('needs JavaScript')
  const { copy, another, multiple, slider, number } = home.control
  for (const control of [copy, another, multiple, slider, number, home.control.switch('Numbers')])
    expect(await control.isDisabled()).toBe(true)
})

test('every switch changes the password’s characters, bar and label show its strength, and the last character type stays on', async () => {
  const home = await freshHome()
  const { control } = home
  await control.number.fill('64')
  for (const [name, type] of [
    ['Uppercase', UPPERCASE],
    ['Lowercase', LOWERCASE],
    ['Numbers', NUMBERS],
  ] as const) {
    await control.switch(name).click()
    expect(await control.switch(name).isChecked()).toBe(false)
    expect(await home.password()).not.toMatch(type)
  }
  const before = await home.password()
  expect(before).toMatch(/^[^A-Za-z0-9]{64}$/)
  await home.page.getByText('300.8 bits of entropy').waitFor()

  await control.switch('Symbols').click()
  await home.page.getByRole('alert').getByText('At least one character type must be selected').waitFor()
  expect(await control.switch('Symbols').isChecked()).toBe(true)
  expect(await home.password()).toBe(before)

  await control.switch('Numbers').click()
  expect(await home.page.getByRole('alert').textContent()).toBe('')
  await control.switch('Symbols').click()
  expect(await home.password()).toMatch(/^[0-9]{64}$/)
  await control.switch('Avoid ambiguous').click()
  expect(await home.password()).toMatch(/^[2-9]{64}$/)
  await home.page.getByText('192.0 bits of entropy').waitFor()
  await control.switch('Avoid ambiguous').click()

  const meter = home.page.getByRole('meter', { name: 'Password strength' })
  const rating = async () => [
    await meter.getAttribute('aria-valuenow'),
    await meter.getAttribute('aria-valuetext'),
  ]
  await control.number.fill('8')
  expect(await rating()).toEqual(['1', 'Weak'])
  await control.switch('Lowercase').click()
  expect(await rating()).toEqual(['2', 'Fair'])
  await control.switch('Uppercase').click()
  expect(await rating()).toEqual(['3', 'Good'])
  await home.page.getByText('Good', { exact: true }).waitFor()
  await control.number.fill('12')
  expect(await rating()).toEqual(['4', 'Strong'])
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('the slider and the number field stay in sync, and Enter or leaving the field clamps it', async () => {
  const home = await freshHome()
  await home.control.slider.fill('40')
  expect(await home.control.number.inputValue()).toBe('40')
  expect(await home.password()).toHaveLength(40)
  await home.control.slider.press('ArrowRight')
  expect(await home.password()).toHaveLength(41)
  await home.control.slider.press('Home')
  expect(await home.password()).toHaveLength(8)
  await home.control.slider.press('End')
  expect(await home.password()).toHaveLength(64)

  await home.control.number.fill('20')
  expect(await home.control.slider.inputValue()).toBe('20')
  await home.control.number.press('ArrowUp')
  expect(await home.password()).toHaveLength(21)

  for (const [typed, settled] of [
    ['3', 8],
    ['100', 64],
    ['-5', 8],
    ['12.4', 12],
  ] as const) {
    await home.control.number.fill(typed)
    await home.control.number.press('Enter')
    expect(await home.control.number.inputValue()).toBe(String(settled))
    expect(await home.password()).toHaveLength(settled)
  }
  await home.control.number.fill('')
  await home.control.number.blur()
  expect(await home.control.number.inputValue()).toBe('12')
})

/** Cumulative layout shift so far. */
const shiftSoFar = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let sum = 0
    const add = (entries: PerformanceEntry[]) => {
      for (const entry of entries) sum += entry.toJSON().value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
    )
    add(observer.takeRecords())
    return sum
  })

test('options are stored for the next visit, and nothing shifts while its dark page loads in chunks and hydrates', async () => {
  const home = await freshHome()
  const { page, control } = home
  await control.number.fill('64')
  await control.switch('Symbols').click()
  await control.switch('Avoid ambiguous').click()
  expect(await home.kept()).toEqual({
    length: 64,
    includeUppercase: true,
    includeLowercase: true,
    includeNumbers: true,
    includeSymbols: false,
    avoidAmbiguous: true,
  })

  await page.emulateMedia({ reducedMotion: null })
  const showGenerator = await holdBack(page, 'first-generator')
  const showPage = await holdBack(page, 'home-page')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload({ waitUntil: 'domcontentloaded' })
  // The header applies the stored theme while the page's code is missing.
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  // Browsers may paint while a page arrives; such shifts aren't caused by scripts.
  const before = await shiftSoFar(page)
  expect(await control.password.count()).toBe(0)
  showGenerator()
  const password = await home.password()
  expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{64}$/)
  const requested = page.waitForRequest('**/assets/home-page-*.js')
  await page.keyboard.press('Shift')
  await requested
  showPage()
  await untilApp(page)
  expect(await shiftSoFar(page)).toBe(before)
  expect(await home.password()).toBe(password)
  expect(await control.slider.inputValue()).toBe('64')
  expect(await control.switch('Symbols').isChecked()).toBe(false)
  expect(await control.switch('Avoid ambiguous').isChecked()).toBe(true)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('the generator and the theme work when storage is blocked', async () => {
  await using home = await visitHome({
    before: (page) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException('denied', 'SecurityError')
            },
          })
        }
      }),
  })
  await home.control.number.fill('24')
  expect(await home.password()).toHaveLength(24)
  await home.page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await home.page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  expect(home.complaints).toEqual(NO_MESSAGES)
})

const FAILURE = 'Failed to generate password. Please try again.'
const MULTIPLE_FAILURE = 'Failed to generate multiple passwords. Please try again.'

test('a failure shows a toast, leaves no empty box, and can be retried; a failure to generate ten has its own', async () => {
  await using home = await visitHome({
    before: async (page) => {
      await recordText(page, FAILURE)
      await page.addInitScript(() => {
        // Once for the first script, once for the app.
        let failures = 2
        crypto.getRandomValues = new Proxy(crypto.getRandomValues, {
          apply(fill, _, [bytes]) {
            failures -= 1
            if (failures >= 0) throw new Error('no random numbers')
            if (bytes instanceof Uint8Array) addEventListener('stuck', () => bytes.fill(255))
            return Reflect.apply(fill, crypto, [bytes])
          },
        })
      })
    },
  })
  const { page, control } = home
  await untilRecorded(page, FAILURE)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(await home.password()).toHaveLength(16)
  const single = { path: '/api/track/password-generated', body: { type: 'single' } }
  expect(await home.untilCounted(1)).toEqual([single])

  // Draws from the page's buffered bytes are out of range from now on.
  await page.evaluate(() => dispatchEvent(new Event('stuck')))
  await recordText(page, MULTIPLE_FAILURE)
  await control.multiple.click()
  await untilRecorded(page, MULTIPLE_FAILURE)
  expect(await control.dialog.count()).toBe(0)
})
