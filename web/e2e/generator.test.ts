import { afterAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { startServer, visitor } from './harness.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

const UPPERCASE = /[A-Z]/
const LOWERCASE = /[a-z]/
const NUMBERS = /[0-9]/
const SYMBOLS = /[!@#$%^&*()_+\-=[\]{}|;:,.<>?]/

type HomeVisit = BrowserContextOptions & {
  before?: (page: Page) => Promise<unknown>
  waitUntil?: 'load' | 'commit'
}

/** A fresh visitor on the home page; `counted` fills with what the server's counters were sent and have answered. */
async function visitHome({ before, waitUntil = 'load', ...options }: HomeVisit = {}) {
  const visit = await visitor({ permissions: ['clipboard-read', 'clipboard-write'], ...options })
  const { page } = visit
  const counted: { path: string; body: unknown }[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/track/'))
      counted.push({ path: pathname, body: response.request().postDataJSON() })
  })
  await before?.(page)
  await page.goto(server.url, { waitUntil })
  const control = {
    password: page.getByRole('textbox', { name: 'Generated password' }),
    copy: page.getByRole('button', { name: 'Copy password', exact: true }),
    another: page.getByRole('button', { name: 'Generate New Password' }),
    multiple: page.getByRole('button', { name: 'Generate Multiple' }),
    slider: page.getByRole('slider', { name: 'Password length' }),
    number: page.getByRole('spinbutton', { name: 'Number of characters' }),
    dialog: page.getByRole('dialog'),
    switch: (name: string) => page.getByRole('switch', { name }),
  }
  const password = async () => (await control.password.textContent()) ?? ''
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('passwordOptions') ?? 'null'))
  const untilCounted = async (times: number) => {
    while (counted.length < times) await page.waitForEvent('response')
    return counted
  }
  return { ...visit, counted, untilCounted, control, password, clipboard, kept }
}

/** What a page says on the console when all is well. */
const QUIET: string[] = []

test('a first visit shows a strong password of 16 characters of every type, and counts it once', async () => {
  await using home = await visitHome()
  const password = await home.password()
  expect(password).toHaveLength(16)
  for (const type of [UPPERCASE, LOWERCASE, NUMBERS, SYMBOLS]) expect(password).toMatch(type)
  await home.page.getByText('Strong', { exact: true }).waitFor()
  await home.page.getByText('103.1 bits of entropy').waitFor()
  expect(await home.untilCounted(1)).toEqual([
    { path: '/api/track/password-generated', body: { type: 'single' } },
  ])
  expect(home.complaints).toEqual(QUIET)
})

test('the server sends the page without a password, and says that making one needs JavaScript', async () => {
  await using home = await visitHome({ javaScriptEnabled: false })
  expect(await home.control.password.count()).toBe(0)
  expect(await home.page.locator('noscript p').textContent()).toContain('generating one needs JavaScript')
  const { copy, another, multiple, slider, number } = home.control
  for (const control of [copy, another, multiple, slider, number, home.control.switch('Numbers')])
    expect(await control.isDisabled()).toBe(true)
})

/** How much the page has moved since it was asked for, as the browser measures it. */
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

test('nothing moves while a dark page with saved options comes to life, piece by piece', async () => {
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
  // React marks the elements that it has taken over: the header is alive while the page's own code is missing.
  await home.page.waitForFunction(() => {
    const link = document.querySelector('header a')
    return link !== null && Object.keys(link).some((key) => key.startsWith('__react'))
  })
  // A browser may draw a page while it still arrives; what moves then is not the doing of any script.
  const before = await shiftSoFar(home.page)
  held.resolve()
  expect(await home.password()).toHaveLength(64)
  expect(await shiftSoFar(home.page)).toBe(before)
  expect(home.complaints).toEqual(QUIET)
})

test('each press of Generate New Password makes another one and counts it', async () => {
  await using home = await visitHome()
  const seen = new Set([await home.password()])
  for (let press = 0; press < 5; press++) {
    await home.control.another.click()
    seen.add(await home.password())
  }
  expect(seen.size).toBe(6)
  expect(await home.untilCounted(6)).toHaveLength(6)
})

test('every switch decides what the password holds, and the strength follows', async () => {
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
  expect(await home.password()).toMatch(/^[^A-Za-z0-9]{64}$/)
  await home.page.getByText('300.8 bits of entropy').waitFor()

  await home.control.switch('Numbers').click()
  await home.control.switch('Symbols').click()
  expect(await home.password()).toMatch(/^[0-9]{64}$/)
  await home.control.switch('Avoid ambiguous').click()
  expect(await home.password()).toMatch(/^[2-9]{64}$/)
  await home.page.getByText('192.0 bits of entropy').waitFor()
})

test('the bar and the word tell the same strength in four steps', async () => {
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

test('the last character type stays on, and the page says why', async () => {
  await using home = await visitHome()
  for (const name of ['Uppercase', 'Lowercase', 'Numbers']) await home.control.switch(name).click()
  const before = await home.password()
  await home.control.switch('Symbols').click()
  await home.page.getByRole('alert').getByText('At least one character type must be selected').waitFor()
  expect(await home.control.switch('Symbols').isChecked()).toBe(true)
  expect(await home.password()).toBe(before)

  await home.control.switch('Numbers').click()
  expect(await home.page.getByRole('alert').textContent()).toBe('')
})

test('the slider and the number beside it follow each other', async () => {
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
})

test('a number out of range is brought into range by Enter or by leaving the field', async () => {
  await using home = await visitHome()
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

test('options are kept for the next visit', async () => {
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

test('damaged options fall back field by field', async () => {
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
    expect(home.complaints).toEqual(QUIET)
  }
})

test('the generator works where the browser forbids storage', async () => {
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
  expect(home.complaints).toEqual(QUIET)
})

test('copying puts exactly the shown password on the clipboard and says so for two seconds', async () => {
  await using home = await visitHome({ before: (page) => page.clock.install() })
  const password = await home.password()
  await home.page.clock.pauseAt(Date.now() + 60_000)
  await home.control.copy.click()
  const confirmation = home.page.getByRole('button', { name: 'Copied!' })
  await confirmation.waitFor()
  await home.page.getByRole('status').getByText('Copied', { exact: true }).waitFor({ state: 'attached' })
  expect(await home.clipboard()).toBe(password)
  await home.page.clock.runFor(1_900)
  expect(await confirmation.isVisible()).toBe(true)
  await home.page.clock.runFor(200)
  await home.control.copy.waitFor()
  expect(home.complaints).toEqual(QUIET)
})

test('a new password is not called copied', async () => {
  await using home = await visitHome()
  await home.control.copy.click()
  await home.page.getByRole('button', { name: 'Copied!' }).waitFor()
  await home.control.another.click()
  expect(await home.control.copy.isVisible()).toBe(true)
})

test('a click on the password selects all of it and nothing else', async () => {
  await using home = await visitHome()
  await home.control.number.fill('64')
  await home.control.password.click()
  expect(await home.page.evaluate(() => getSelection()?.toString())).toBe(await home.password())
})

const denyClipboard = (page: Page) =>
  page.addInitScript(() => {
    navigator.clipboard.writeText = async () => {
      throw new DOMException('denied', 'NotAllowedError')
    }
  })

test('where the clipboard is denied, the text-area way copies, in the dialog too', async () => {
  await using home = await visitHome({ before: denyClipboard })
  await home.control.copy.click()
  await home.page.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await home.clipboard()).toBe(await home.password())

  await home.control.multiple.click()
  const third = home.control.dialog.getByRole('listitem').nth(2)
  await third.getByRole('button', { name: 'Copy password 3' }).click()
  await third.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await home.clipboard()).toBe((await third.getByRole('code').textContent()) ?? '')
  expect(await home.page.locator('textarea').count()).toBe(0)
})

test('where both ways are denied, the person is told to copy by hand', async () => {
  await using home = await visitHome({
    before: async (page) => {
      await denyClipboard(page)
      await page.addInitScript(() => {
        document.execCommand = () => false
      })
    },
  })
  await home.control.copy.click()
  const toast = home.page.getByRole('status').filter({ hasText: 'Copy failed' }).first()
  await toast.waitFor({ state: 'attached' })
  await home.page.getByText('Please copy the password manually.').first().waitFor()
  expect(await home.page.getByRole('button', { name: 'Copied!' }).count()).toBe(0)
})

test('Generate Multiple shows ten different passwords and counts each of them', async () => {
  await using home = await visitHome()
  await home.control.number.fill('20')
  await home.untilCounted(2)
  home.counted.length = 0
  await home.control.multiple.click()
  await home.control.dialog.waitFor()
  const passwords = await home.control.dialog.getByRole('code').allTextContents()
  expect(new Set(passwords).size).toBe(10)
  for (const password of passwords) expect(password).toHaveLength(20)
  expect(await home.untilCounted(10)).toEqual(
    Array.from({ length: 10 }, () => ({
      path: '/api/track/password-generated',
      body: { type: 'multiple' },
    })),
  )

  await home.control.dialog.getByRole('button', { name: 'Copy password 7' }).click()
  expect(await home.clipboard()).toBe(passwords[6] ?? '')
  await home.control.dialog.getByRole('button', { name: 'Copy all' }).click()
  expect(await home.clipboard()).toBe(passwords.join('\n'))

  const download = home.page.waitForEvent('download')
  await home.control.dialog.getByRole('button', { name: 'Save as .txt' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('passwords.txt')
  expect(await readFile(await file.path(), 'utf8')).toBe(`${passwords.join('\n')}\n`)
  expect(home.counted).toHaveLength(10)
  expect(home.complaints).toEqual(QUIET)
})

test('without a network the loaded page goes on working, and complains of nothing', async () => {
  const dialogLoaded = Promise.withResolvers<void>()
  await using home = await visitHome({
    before: async (page) => {
      page.on('requestfinished', (request) => {
        if (request.url().includes('/multiple-dialog-')) dialogLoaded.resolve()
      })
    },
  })
  await dialogLoaded.promise
  await home.page.context().setOffline(true)
  const before = await home.password()
  await home.control.another.click()
  expect(await home.password()).not.toBe(before)
  await home.control.multiple.click()
  await home.control.dialog.waitFor()
  expect(await home.control.dialog.getByRole('code').count()).toBe(10)
  expect(home.complaints).toEqual(QUIET)
})

const breakRandomness = (page: Page) =>
  page.evaluate(() => {
    crypto.getRandomValues = () => {
      throw new Error('no random numbers')
    }
  })

test('a failure is told, leaves no empty box, and can be tried again', async () => {
  await using home = await visitHome({
    before: (page) =>
      page.addInitScript(() => {
        const { getRandomValues } = crypto
        crypto.getRandomValues = () => {
          crypto.getRandomValues = getRandomValues
          throw new Error('no random numbers')
        }
      }),
  })
  await home.page.getByText('Failed to generate password. Please try again.').first().waitFor()
  expect(home.counted).toEqual([])
  await home.page.getByRole('button', { name: 'Try again' }).click()
  expect(await home.password()).toHaveLength(16)
})

test('a failure to make ten is told in its own words', async () => {
  await using home = await visitHome()
  await breakRandomness(home.page)
  // The page holds random bytes in store; ten passwords of 64 characters, four times, use them up.
  await home.control.number.fill('64')
  const toast = home.page.getByText('Failed to generate multiple passwords. Please try again.').first()
  for (let round = 0; round < 8 && !(await toast.isVisible()); round++) {
    await home.control.multiple.click()
    await home.control.dialog.or(toast).first().waitFor()
    if (await home.control.dialog.isVisible()) await home.page.keyboard.press('Escape')
  }
  await toast.waitFor()
})

test('the stored dark theme is there at the first paint, before any script of the page has run', async () => {
  await using visit = await visitor()
  const { page } = visit
  const held = Promise.withResolvers<void>()
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(server.url, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(background).toStartWith('oklch(0.175 ')
  held.resolve()
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
})

test('the theme changes at once and is kept for the next visit', async () => {
  await using home = await visitHome()
  const background = () => home.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await home.page.getByRole('button', { name: 'Switch to dark theme' }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await home.page.reload()
  expect(await background()).toBe(dark)
  await home.page.getByRole('button', { name: 'Switch to light theme' }).click()
  expect(await background()).toBe(light)
  expect(await home.page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  expect(home.complaints).toEqual(QUIET)
})

test('everything can be done with the keyboard alone', async () => {
  await using home = await visitHome()
  const { page } = home
  await home.control.password.waitFor()
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      if (element instanceof HTMLInputElement && element.labels?.[0]) return element.labels[0].textContent
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
  const tabTo = async (name: string) => {
    for (let press = 0; press < 20; press++) {
      await page.keyboard.press('Tab')
      if ((await focused())?.startsWith(name)) return
    }
    throw new Error(`${name} is not reached with Tab`)
  }
  await tabTo('Skip to content')
  await page.keyboard.press('Enter')
  await tabTo('Generated password')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await home.password())

  await tabTo('Copy password')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await home.clipboard()).toBe(await home.password())

  const first = await home.password()
  await tabTo('Generate New Password')
  await page.keyboard.press('Enter')
  expect(await home.password()).not.toBe(first)

  await tabTo('Generate Multiple')
  await page.keyboard.press('Enter')
  await home.control.dialog.waitFor()
  await tabTo('Copy password 1')
  await page.keyboard.press('Enter')
  await home.control.dialog.getByRole('button', { name: 'Copied!' }).waitFor()
  await page.keyboard.press('Escape')
  await home.control.dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'Generate Multiple')

  await tabTo('Password length')
  await page.keyboard.press('ArrowRight')
  expect(await home.password()).toHaveLength(17)
  await tabTo('Number of characters')
  await page.keyboard.press('ArrowDown')
  expect(await home.password()).toHaveLength(16)
  for (const name of ['Uppercase', 'Lowercase', 'Numbers', 'Symbols', 'Avoid ambiguous']) {
    await tabTo(name)
    const isOn = await home.control.switch(name).isChecked()
    await page.keyboard.press('Space')
    expect(await home.control.switch(name).isChecked()).toBe(name === 'Symbols' ? isOn : !isOn)
  }
  expect(home.complaints).toEqual(QUIET)
})

test('the whole generator is seen without scrolling, on a desktop and on a phone', async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await using home = await visitHome({ viewport })
    await home.control.number.fill('64')
    const box = await home.page.getByRole('region', { name: 'Password generator' }).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(64)
    expect((box?.y ?? 0) + (box?.height ?? viewport.height)).toBeLessThanOrEqual(viewport.height)
    expect(await home.page.evaluate(() => scrollY)).toBe(0)
  }
})

test('the box is as high for 8 characters as for 64, and nothing is cut off on a narrow screen', async () => {
  for (const width of [320, 390, 720, 1440]) {
    await using home = await visitHome({ viewport: { width, height: 640 } })
    await home.control.number.fill('64')
    const high = await home.control.password.boundingBox()
    await home.control.number.fill('8')
    expect(await home.control.password.boundingBox()).toEqual(high)
    const page = await home.page.evaluate(() => document.documentElement.scrollWidth)
    expect(page).toBe(width)
  }
})

test('the question whether this helped is asked once in a visit', async () => {
  await using home = await visitHome()
  await home.page.getByRole('button', { name: 'Needs improvement' }).click()
  await home.page.getByText('Thank you.').waitFor()
  expect((await home.untilCounted(2)).at(-1)).toEqual({
    path: '/api/track/feedback',
    body: { helpful: false },
  })
  await home.page.reload()
  await home.page.getByText('Thank you.').waitFor()
  expect(await home.page.getByRole('button', { name: 'Yes, helpful!' }).count()).toBe(0)
  expect(home.complaints).toEqual(QUIET)
})

test('a move inside the site is counted and starts at the top; the first page is the server’s to count', async () => {
  await using home = await visitHome()
  await home.untilCounted(1)
  const link = home.page.getByRole('contentinfo').getByRole('link', { name: 'Password Checker' })
  await link.click()
  await home.page.waitForURL('**/password-checker')
  await home.page.waitForFunction(() => document.getElementById('content')?.contains(document.activeElement))
  expect(await home.page.evaluate(() => scrollY)).toBe(0)
  expect((await home.untilCounted(2)).slice(1)).toEqual([
    { path: '/api/track/page-view', body: { path: '/password-checker' } },
  ])
  expect(home.complaints).toEqual(QUIET)
})

test('the analytics tag, where there is one, hears what was done and never a password', async () => {
  await using home = await visitHome({
    before: (page) =>
      page.addInitScript(() => {
        const heard: unknown[] = []
        Object.assign(window, { heard, gtag: (...call: unknown[]) => heard.push(call) })
      }),
  })
  await home.password()
  await home.control.copy.click()
  await home.page.getByRole('button', { name: 'Copied!' }).waitFor()
  await home.page.getByRole('button', { name: 'Yes, helpful!' }).click()
  const heard = await home.page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')))
  expect(JSON.parse(heard)).toEqual([
    ['event', 'generated', { event_category: 'password', event_label: 'single', value: 1 }],
    ['event', 'copied', { event_category: 'password', event_label: 'single', value: 1 }],
    ['event', 'feedback', { event_category: 'home', event_label: 'helpful', value: 1 }],
  ])
})

test('no accessibility fault is found, in either theme, nor in the dialog', async () => {
  const axe = await Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text()
  for (const theme of ['light', 'dark']) {
    await using home = await visitHome({
      before: (page) => page.addInitScript((name) => localStorage.setItem('theme', name), theme),
    })
    const faults = async () => {
      const { violations } = JSON.parse(await home.page.evaluate('axe.run().then(JSON.stringify)'))
      return violations.map(({ id }: { id: string }) => id)
    }
    await home.control.password.waitFor()
    await home.page.evaluate(axe)
    expect(await faults()).toEqual([])
    await home.control.multiple.click()
    await home.control.dialog.waitFor()
    await home.page.waitForFunction(() => document.getAnimations().length === 0)
    expect(await faults()).toEqual([])
  }
})

test('search engines are told what the page is, free of charge, with its rating', async () => {
  await using home = await visitHome()
  const blocks = await home.page.locator('script[type="application/ld+json"]').allTextContents()
  const data = blocks.map((block) => JSON.parse(block))
  const app = data.find((entry) => entry['@type'] === 'WebApplication')
  expect(app.offers).toMatchObject({ price: 0, priceCurrency: 'USD' })
  expect(app.aggregateRating).toMatchObject({ ratingValue: 4.9, ratingCount: 1247 })
  expect(await home.page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${server.url}/`)
  expect(await home.page.title()).toBe('Strong Password Generator | Passwright')
})
