import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startServer } from './harness.ts'
import { NO_MESSAGES, visitsTo } from './home.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

const visitHome = visitsTo(server)

const UPPERCASE = /[A-Z]/
const LOWERCASE = /[a-z]/
const NUMBERS = /[0-9]/
const SYMBOLS = /[!@#$%^&*()_+\-=[\]{}|;:,.<>?]/

test('a first visit shows a strong password of 16 characters with every type, and counts it and each press once', async () => {
  await using home = await visitHome()
  const password = await home.password()
  expect(password).toHaveLength(16)
  for (const type of [UPPERCASE, LOWERCASE, NUMBERS, SYMBOLS]) expect(password).toMatch(type)
  await home.page.getByText('Strong', { exact: true }).waitFor()
  await home.page.getByText('103.1 bits of entropy').waitFor()
  const single = { path: '/api/track/password-generated', body: { type: 'single' } }
  expect(await home.untilCounted(1)).toEqual([single])

  const seen = new Set([password])
  for (let press = 0; press < 5; press++) {
    await home.control.another.click()
    seen.add(await home.password())
  }
  expect(seen.size).toBe(6)
  expect(await home.untilCounted(6)).toEqual(Array.from({ length: 6 }, () => single))
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('the server-rendered page has no password and says that generating requires JavaScript', async () => {
  await using home = await visitHome({ javaScriptEnabled: false })
  expect(await home.control.password.count()).toBe(0)
  expect(await home.page.locator('noscript p').textContent()).toContain('needs JavaScript')
  const { copy, another, multiple, slider, number } = home.control
  for (const control of [copy, another, multiple, slider, number, home.control.switch('Numbers')])
    expect(await control.isDisabled()).toBe(true)
})

/** Cumulative layout shift so far. */
const shiftSoFar = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += entry.toJSON().value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )

test('nothing shifts while a dark page with stored options loads in chunks and hydrates', async () => {
  const held = Promise.withResolvers<void>()
  await using home = await visitHome({
    before: async (page) => {
      await page.addInitScript(() => {
        localStorage.setItem('theme', 'dark')
        localStorage.setItem('passwordOptions', '{"length":64,"includeSymbols":false}')
      })
      await page.route('**/assets/home-page-*.js', async (route) => {
        await held.promise
        await route.continue()
      })
    },
    waitUntil: 'commit',
  })
  // The header applies the stored theme while the page's code is missing.
  await home.page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  // Browsers may paint while a page arrives; such shifts aren't caused by scripts.
  const before = await shiftSoFar(home.page)
  held.resolve()
  expect(await home.password()).toHaveLength(64)
  expect(await shiftSoFar(home.page)).toBe(before)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('every switch changes the password’s characters and its strength, and the last character type stays on', async () => {
  await using home = await visitHome()
  await home.control.number.fill('64')
  for (const [name, type] of [
    ['Uppercase', UPPERCASE],
    ['Lowercase', LOWERCASE],
    ['Numbers', NUMBERS],
  ] as const) {
    await home.control.switch(name).click()
    expect(await home.control.switch(name).isChecked()).toBe(false)
    expect(await home.password()).not.toMatch(type)
  }
  const before = await home.password()
  expect(before).toMatch(/^[^A-Za-z0-9]{64}$/)
  await home.page.getByText('300.8 bits of entropy').waitFor()

  await home.control.switch('Symbols').click()
  await home.page.getByRole('alert').getByText('At least one character type must be selected').waitFor()
  expect(await home.control.switch('Symbols').isChecked()).toBe(true)
  expect(await home.password()).toBe(before)

  await home.control.switch('Numbers').click()
  expect(await home.page.getByRole('alert').textContent()).toBe('')
  await home.control.switch('Symbols').click()
  expect(await home.password()).toMatch(/^[0-9]{64}$/)
  await home.control.switch('Avoid ambiguous').click()
  expect(await home.password()).toMatch(/^[2-9]{64}$/)
  await home.page.getByText('192.0 bits of entropy').waitFor()
})

test('bar and label show the same strength in four steps', async () => {
  await using home = await visitHome()
  const meter = home.page.getByRole('meter', { name: 'Password strength' })
  const rating = async () => [
    await meter.getAttribute('aria-valuenow'),
    await meter.getAttribute('aria-valuetext'),
  ]
  await home.control.number.fill('8')
  await home.control.switch('Uppercase').click()
  await home.control.switch('Lowercase').click()
  await home.control.switch('Symbols').click()
  expect(await rating()).toEqual(['1', 'Weak'])
  await home.control.switch('Lowercase').click()
  expect(await rating()).toEqual(['2', 'Fair'])
  await home.control.switch('Uppercase').click()
  expect(await rating()).toEqual(['3', 'Good'])
  await home.page.getByText('Good', { exact: true }).waitFor()
  await home.control.number.fill('12')
  expect(await rating()).toEqual(['4', 'Strong'])
})

test('the slider and the number field stay in sync, and Enter or leaving the field clamps it', async () => {
  await using home = await visitHome()
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

test('options are stored for the next visit', async () => {
  await using home = await visitHome()
  await home.control.number.fill('33')
  await home.control.switch('Symbols').click()
  await home.control.switch('Avoid ambiguous').click()
  expect(await home.kept()).toEqual({
    length: 33,
    includeUppercase: true,
    includeLowercase: true,
    includeNumbers: true,
    includeSymbols: false,
    avoidAmbiguous: true,
  })

  await home.page.reload()
  expect(await home.password()).toMatch(/^[A-HJ-NP-Za-km-z2-9]{33}$/)
  expect(await home.control.slider.inputValue()).toBe('33')
  expect(await home.control.switch('Symbols').isChecked()).toBe(false)
  expect(await home.control.switch('Avoid ambiguous').isChecked()).toBe(true)
})

test('invalid stored options fall back to defaults field by field', async () => {
  for (const [stored, length] of [
    ['{"length":', 16],
    ['{"length":"long","includeNumbers":7}', 16],
    ['{"length":900}', 64],
    ['null', 16],
  ] as const) {
    await using home = await visitHome({
      before: (page) => page.addInitScript((text) => localStorage.setItem('passwordOptions', text), stored),
    })
    const password = await home.password()
    expect(password).toHaveLength(length)
    for (const type of [UPPERCASE, LOWERCASE, NUMBERS, SYMBOLS]) expect(password).toMatch(type)
    expect(home.complaints).toEqual(NO_MESSAGES)
  }
})

test('the generator works when storage is blocked', async () => {
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
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('a loaded page works offline without errors', async () => {
  const [loading, loaded] = [new Set<string>(), new Set<string>()]
  await using home = await visitHome({
    before: async (page) => {
      page.on('request', (request) => loading.add(request.url()))
      page.on('requestfinished', (request) => {
        loading.delete(request.url())
        loaded.add(request.url())
      })
    },
  })
  // The dialog's code consists of several files.
  while (loading.size > 0 || ![...loaded].some((url) => url.includes('/multiple-dialog-'))) {
    await home.page.waitForEvent('requestfinished')
  }
  await home.page.context().setOffline(true)
  const before = await home.password()
  await home.control.another.click()
  expect(await home.password()).not.toBe(before)
  await home.control.multiple.click()
  await home.control.dialog.waitFor()
  expect(await home.control.dialog.getByRole('code').count()).toBe(10)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

const breakRandomness = (page: Page) =>
  page.evaluate(() => {
    crypto.getRandomValues = () => {
      throw new Error('no random numbers')
    }
  })

test('a failure shows a toast, leaves no empty box, and can be retried', async () => {
  await using home = await visitHome({
    before: (page) =>
      page.addInitScript(() => {
        // Once for the first script, once for the app.
        let failures = 2
        const { getRandomValues } = crypto
        crypto.getRandomValues = () => {
          failures -= 1
          if (failures === 0) crypto.getRandomValues = getRandomValues
          throw new Error('no random numbers')
        }
      }),
  })
  await home.page.getByText('Failed to generate password. Please try again.').first().waitFor()
  expect(home.counted).toEqual([])
  await home.page.getByRole('button', { name: 'Try again' }).click()
  expect(await home.password()).toHaveLength(16)
})

test('a failure to generate ten shows its own message', async () => {
  await using home = await visitHome()
  await breakRandomness(home.page)
  // The page buffers random bytes; four times ten passwords of 64 characters use them up.
  await home.control.number.fill('64')
  const toast = home.page.getByText('Failed to generate multiple passwords. Please try again.').first()
  for (let round = 0; round < 8 && !(await toast.isVisible()); round++) {
    await home.control.multiple.click()
    await home.control.dialog.or(toast).first().waitFor()
    if (await home.control.dialog.isVisible()) await home.page.keyboard.press('Escape')
  }
  await toast.waitFor()
})
