import { expect, test } from 'bun:test'
import { violations } from './accessibility-violations.ts'
import { shareServer, untilFocused, visitor } from './harness.ts'
import { NO_MESSAGES, shareHome, untilCopied } from './home.ts'

const shared = shareServer()
const freshHome = shareHome(shared)

test('the stored dark theme applies at first paint, before any module runs', async () => {
  const server = await shared()
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
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  expect(await page.locator('.lucide-sun').isVisible()).toBe(true)
  expect(await page.locator('.lucide-moon').isVisible()).toBe(false)
  held.resolve()
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
})

test('the whole page works with the keyboard alone, from a skip link at the first Tab stop', async () => {
  const home = await freshHome()
  const { page } = home
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
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await untilFocused(skip)
  expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await untilFocused(page.getByRole('button', { name: '0 passwords sent' }))
  await page.keyboard.press('Tab')
  await untilFocused(page.getByRole('main').getByRole('tab', { selected: true }))
  await tabTo('Generated password')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await home.password())

  await tabTo('Copy password')
  await untilCopied(home.control.copy, () => page.keyboard.press('Enter'))
  expect(await home.clipboard()).toBe(await home.password())

  const first = await home.password()
  await tabTo('Generate New Password')
  await page.keyboard.press('Enter')
  expect(await home.password()).not.toBe(first)

  await tabTo('Generate Multiple')
  await page.keyboard.press('Enter')
  await home.control.dialog.waitFor()
  await tabTo('Copy password 1')
  await untilCopied(home.control.dialog.getByRole('button', { name: 'Copy password 1', exact: true }), () =>
    page.keyboard.press('Enter'),
  )
  await page.keyboard.press('Escape')
  await home.control.dialog.waitFor({ state: 'detached' })
  await untilFocused(home.control.multiple)

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
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('the feedback question is asked once per visit', async () => {
  const home = await freshHome()
  await home.untilCounted(1)
  await home.page.getByRole('button', { name: 'Needs improvement' }).click()
  await home.page.getByText('Thank you.').waitFor()
  expect((await home.untilCounted(2)).at(-1)).toEqual({
    path: '/api/track/feedback',
    body: { helpful: false },
  })
  await home.page.reload()
  await home.page.getByText('Thank you.').waitFor()
  expect(await home.page.getByRole('button', { name: 'Yes, helpful!' }).count()).toBe(0)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('the dialog has no accessibility violations in either theme', async () => {
  const { page, control } = await freshHome()
  await control.multiple.click()
  await control.dialog.waitFor()
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    expect({ theme, violations: await violations(page) }).toEqual({ theme, violations: [] })
  }
})
