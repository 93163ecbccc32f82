import { expect, test } from 'bun:test'
import type { Locator, ViewportSize } from 'playwright-core'
import { shareServer } from './harness.ts'
import { NO_MESSAGES, shareHome, untilCopied, visitsTo } from './home.ts'
import { advance } from './stopped-clock.ts'

const shared = shareServer()
const visitHome = visitsTo(shared)
const freshHome = shareHome(shared)

/** The box relative to the document; the font size in pixels, and whether the text overflows. */
const lookOf = (box: Locator) =>
  box.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return {
      place: { x: x + scrollX, y: y + scrollY, width, height },
      px: Math.round(Number.parseFloat(getComputedStyle(element.firstElementChild ?? element).fontSize)),
      isCut: element.scrollHeight > element.clientHeight,
    }
  })

/** The size of the box, and the position of each character of the password in it, in pixels. */
const cellsOf = (box: Locator) =>
  box.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const positions: { x: number; y: number }[] = []
    while (texts.nextNode()) {
      for (let at = 0; at < (texts.currentNode.nodeValue ?? '').length; at++) {
        const range = document.createRange()
        range.setStart(texts.currentNode, at)
        range.setEnd(texts.currentNode, at + 1)
        positions.push(range.getBoundingClientRect())
      }
    }
    return { width: element.clientWidth, height: element.clientHeight, positions }
  })

/** Expects the characters in cells of the same size that fill the box. */
function expectCells({ width, height, positions }: Awaited<ReturnType<typeof cellsOf>>): void {
  const [first = { x: 0, y: 0 }] = positions
  const columns = positions.filter(({ y }) => Math.abs(y - first.y) < 2).length
  const rows = Math.ceil(positions.length / columns)
  for (const [index, { x, y }] of positions.entries()) {
    const across = first.x + ((index % columns) * width) / columns
    const down = first.y + (Math.floor(index / columns) * height) / rows
    expect([index, Math.abs(x - across) < 1.5, Math.abs(y - down) < 1.5]).toEqual([index, true, true])
  }
}

test('a password fills its box of constant size, a character a cell, at every width, and the generator fits the screen', async () => {
  const { page, control } = await freshHome()
  const card = page.getByRole('region', { name: 'Password generator' })
  const phrase = page.getByRole('textbox', { name: 'Generated passphrase' })
  const resize = async ({ width, height }: ViewportSize) => {
    await page.setViewportSize({ width, height })
    await page.waitForFunction((expected) => innerWidth === expected, width)
  }
  const screens = [
    { width: 195, height: 844, fits: false, sizes: [56, 46, 26, 23] },
    { width: 320, height: 640, fits: false, sizes: [56, 33, 22, 20] },
    { width: 390, height: 844, fits: true, sizes: [52, 44, 26, 21] },
    { width: 720, height: 844, fits: false, sizes: [56, 56, 41, 31] },
    { width: 1440, height: 900, fits: true, sizes: [56, 56, 37, 37] },
  ]
  const places = []
  for (const { width, height, fits, sizes } of screens) {
    await resize({ width, height })
    const { place } = await lookOf(control.password)
    places.push(place)
    for (const [index, length] of [8, 16, 48, 64].entries()) {
      await control.number.fill(String(length))
      const look = await lookOf(control.password)
      expect({ width, length, ...look }).toEqual({
        width,
        length,
        place,
        px: sizes[index] ?? 0,
        isCut: false,
      })
      expectCells(await cellsOf(control.password))
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const { y, height: tall } = (await lookOf(card)).place
    expect(y).toBeGreaterThanOrEqual(64)
    if (fits) expect(y + tall).toBeLessThanOrEqual(height)
  }

  await page.getByRole('tab', { name: 'Passphrase' }).click()
  for (const words of ['3', '20']) {
    await page.getByRole('spinbutton', { name: 'Number of words' }).fill(words)
    for (const [index, screen] of screens.entries()) {
      await resize(screen)
      expect({ ...screen, place: (await lookOf(phrase)).place }).toMatchObject({ place: places[index] })
    }
  }
})

test('the slider marks match its values and do not overlap', async () => {
  const { page, control } = await freshHome({ width: 390, height: 844 })
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

test('the arrow in the box regenerates, copying during the animation copies the whole password, and reduced motion has none', async () => {
  const home = await freshHome()
  const { page } = home
  const first = await home.password()
  const arrow = page.getByRole('button', { name: 'Another password' })
  const target = await arrow.boundingBox()
  expect([target?.width, target?.height]).toEqual([44, 44])
  await page.evaluate(() => {
    addEventListener('animationstart', () => {
      document.documentElement.dataset.isAnimated = ''
    })
  })
  const isAnimated = page.locator('html[data-is-animated]')
  await arrow.press('Enter')
  const calm = await home.password()
  expect(calm).not.toBe(first)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await isAnimated.count()).toBe(0)

  await page.emulateMedia({ reducedMotion: null })
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
  await isAnimated.waitFor()
  await untilCopied(home.control.copy, () => home.control.copy.click())
  const second = await home.password()
  expect(second).toHaveLength(16)
  expect(second).not.toBe(calm)
  expect(await home.clipboard()).toBe(second)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('screen readers announce a new password once, after its animation, but not the first one', async () => {
  await using home = await visitHome({ before: (page) => page.clock.install() })
  const { page, control } = home
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
  await advance(page, 599)
  expect(await status.count()).toBe(0)
  await page.clock.runFor(1)
  await status.waitFor({ state: 'attached' })
  await control.another.click()
  await advance(page, 600)
  await control.slider.press('ArrowRight')
  await advance(page, 300)
  await control.slider.press('ArrowRight')
  await control.number.fill('8')
  await control.switch('Symbols').click()
  await control.switch('Numbers').click()
  await control.switch('Lowercase').click()
  await advance(page, 600)
  expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toBe('Weak')
  expect((await announced.jsonValue()).filter(Boolean)).toEqual([
    'New password, 16 characters, strong',
    'New password, 16 characters, strong',
    'New password, 8 characters, weak',
  ])
})
