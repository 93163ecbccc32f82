import { afterAll, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { startServer } from './harness.ts'
import { NO_MESSAGES, visitsTo } from './home.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

const visitHome = visitsTo(server)

/** Relative to the document. */
const positionOf = (box: Locator) =>
  box.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + scrollX, y: y + scrollY, width, height }
  })

/** Font size in pixels, and whether the text overflows. */
const fontSizeOf = (box: Locator) =>
  box.evaluate((element) => ({
    px: Math.round(Number.parseFloat(getComputedStyle(element.firstElementChild ?? element).fontSize)),
    isCut: element.scrollHeight > element.clientHeight,
  }))

test('shorter passwords use larger text in a box of constant height, at every width', async () => {
  await using home = await visitHome()
  const { page, control } = home
  const phrase = page.getByRole('textbox', { name: 'Generated passphrase' })
  for (const { width, sizes } of [
    { width: 195, sizes: [25, 24, 24, 22] },
    { width: 390, sizes: [44, 27, 24, 22] },
    { width: 720, sizes: [44, 44, 32, 30] },
    { width: 1440, sizes: [44, 44, 40, 36] },
  ]) {
    await page.setViewportSize({ width, height: 844 })
    await page.getByRole('tab', { name: 'Password', exact: true }).click()
    const place = await positionOf(control.password)
    for (const [index, length] of [8, 16, 48, 64].entries()) {
      await control.number.fill(String(length))
      expect({ width, length, ...(await fontSizeOf(control.password)) }).toEqual({
        width,
        length,
        px: sizes[index] ?? 0,
        isCut: false,
      })
      expect(await positionOf(control.password)).toEqual(place)
    }
    await page.getByRole('tab', { name: 'Passphrase' }).click()
    for (const words of ['3', '20']) {
      await page.getByRole('spinbutton', { name: 'Number of words' }).fill(words)
      expect(await positionOf(phrase)).toEqual(place)
    }
  }
})

test('the arrow in the box regenerates, and copying during the animation copies the whole password', async () => {
  await using home = await visitHome()
  const { page } = home
  const first = await home.password()
  const arrow = page.getByRole('button', { name: 'Another password' })
  const target = await arrow.boundingBox()
  expect([target?.width, target?.height]).toEqual([44, 44])
  await arrow.evaluate((button) => {
    const pause = () => {
      for (const animation of document.getAnimations()) animation.pause()
    }
    button.addEventListener('click', () => requestAnimationFrame(pause), { once: true })
  })
  await arrow.press('Enter')
  await page.waitForFunction(() => document.getAnimations().some(({ playState }) => playState === 'paused'))
  const times = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
  )
  expect(Math.max(...times)).toBeLessThanOrEqual(150)
  await home.control.copy.click()
  await page.getByRole('button', { name: 'Copied!' }).waitFor()
  const second = await home.password()
  expect(second).toHaveLength(16)
  expect(second).not.toBe(first)
  expect(await home.clipboard()).toBe(second)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('nothing is animated with reduced motion', async () => {
  await using home = await visitHome({ reducedMotion: 'reduce' })
  await home.page.evaluate(() => {
    addEventListener('animationstart', () => {
      document.title = 'It moves'
    })
  })
  const title = await home.page.title()
  const first = await home.password()
  await home.page.getByRole('button', { name: 'Another password' }).click()
  expect(await home.password()).not.toBe(first)
  await home.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await home.page.title()).toBe(title)
})

test('screen readers announce a new password once, after its animation, but not the first one', async () => {
  await using home = await visitHome({ before: (page) => page.clock.install() })
  const { page, control } = home
  await home.password()
  await page.clock.pauseAt(Date.now() + 60_000)
  const status = page.getByRole('status').filter({ hasText: /^New / })
  expect(await status.count()).toBe(0)

  const announced = await page.evaluateHandle(() => {
    const texts: string[] = []
    const note = () => {
      const text = [...document.querySelectorAll('[role=status]')].map((one) => one.textContent).join('')
      if (text !== '' && text !== texts.at(-1)) texts.push(text)
      if (text === '' && texts.at(-1) !== '') texts.push('')
    }
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true })
    return texts
  })
  await control.another.click()
  await page.clock.runFor(599)
  expect(await status.count()).toBe(0)
  await page.clock.runFor(1)
  await status.waitFor({ state: 'attached' })
  await control.another.click()
  await page.clock.runFor(600)
  await control.slider.press('ArrowRight')
  await page.clock.runFor(300)
  await control.slider.press('ArrowRight')
  await control.number.fill('8')
  await control.switch('Symbols').click()
  await control.switch('Numbers').click()
  await control.switch('Lowercase').click()
  await page.clock.runFor(600)
  expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toBe('Weak')
  expect((await announced.jsonValue()).filter(Boolean)).toEqual([
    'New password, 16 characters, strong',
    'New password, 16 characters, strong',
    'New password, 8 characters, weak',
  ])
})

test('the slider marks match its values and do not overlap', async () => {
  await using home = await visitHome({ viewport: { width: 390, height: 844 } })
  const { page, control } = home
  const track = control.slider.locator('..')
  const marks = ['8', '16', '32', '64']
  const right: number[] = []
  for (const mark of marks) {
    await control.number.fill(mark)
    const filled = await track.locator('div').nth(1).boundingBox()
    const label = await track.getByText(mark, { exact: true }).boundingBox()
    if (!filled || !label) throw new Error(`no mark for ${mark}`)
    expect(Math.abs(filled.x + filled.width - (label.x + label.width / 2))).toBeLessThanOrEqual(1)
    expect(label.x).toBeGreaterThan((right.at(-1) ?? 0) + 4)
    right.push(label.x + label.width)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
