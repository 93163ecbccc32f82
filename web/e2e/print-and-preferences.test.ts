import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { violations } from './accessibility-violations.ts'
import { shareServer, visitor } from './harness.ts'

const shared = shareServer()

const backgroundOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor)

const systemColors = (page: Page) =>
  page.evaluate(() => {
    const colorOf = (name: string) => {
      const probe = document.createElement('i')
      probe.style.forcedColorAdjust = 'none'
      probe.style.color = name
      return getComputedStyle(document.body.appendChild(probe)).color
    }
    return { canvas: colorOf('Canvas'), highlight: colorOf('Highlight'), gray: colorOf('GrayText') }
  })

test('with forced colors, every mark is visible in light and dark', async () => {
  const server = await shared()
  await using visit = await visitor({ forcedColors: 'active' })
  const { page, complaints } = visit
  const inBothSchemes = async (
    part: string,
    check: (colors: Awaited<ReturnType<typeof systemColors>>) => Promise<void>,
  ) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await check(await systemColors(page))
    }
    expect({ part, found: await violations(page, part) }).toEqual({ part, found: [] })
  }

  await page.goto(server.url)
  await page.getByRole('textbox', { name: 'Generated password' }).waitFor()
  await page.getByRole('spinbutton', { name: 'Number of characters' }).fill('8')
  for (const name of ['Uppercase', 'Lowercase', 'Symbols']) {
    await page.getByRole('switch', { name }).click()
    await page.getByRole('switch', { name, checked: false }).waitFor()
  }
  const canvases = new Set<string>()
  await inBothSchemes('html', async ({ canvas, highlight, gray }) => {
    canvases.add(canvas)
    expect(new Set([canvas, highlight, gray]).size).toBe(3)
    const track = page.getByRole('slider').locator('..').locator('div')
    expect(await backgroundOf(track.nth(0))).toBe(gray)
    expect(await backgroundOf(track.nth(1))).toBe(highlight)
    const copy = page.getByRole('button', { name: 'Copy password', exact: true })
    expect(await backgroundOf(copy)).toBe(highlight)
    const steps = page.getByRole('meter').locator('span')
    expect(await backgroundOf(steps.first())).toBe(highlight)
    expect(await backgroundOf(steps.last())).toBe(gray)
    const [on, off] = [
      page.getByRole('switch', { name: 'Numbers' }),
      page.getByRole('switch', { name: 'Symbols' }),
    ]
    expect(await backgroundOf(on)).toBe(highlight)
    expect([canvas, highlight]).not.toContain(await backgroundOf(off))
    const lineOf = (name: string) =>
      page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor)
    expect(await lineOf('Password')).toBe(highlight)
    expect(await lineOf('Passphrase')).toBe(canvas)
  })
  expect(canvases.size).toBe(2)

  await page.getByRole('button', { name: 'Generate Multiple' }).click()
  const all = page.getByRole('dialog').getByRole('button', { name: 'Copy all' })
  await inBothSchemes('[role=dialog]', async ({ highlight }) =>
    expect(await backgroundOf(all)).toBe(highlight),
  )

  await page.goto(`${server.url}/password-checker`)
  await page.getByLabel('Password to check').fill('Summer2026!Go')
  const bar = page
    .getByRole('region', { name: 'How soon attackers would guess it' })
    .locator('div[aria-hidden] > div > div')
  await page.getByText('How we know').click()
  await bar.first().waitFor()
  await inBothSchemes('main', async ({ highlight, gray }) => {
    expect(await backgroundOf(bar.nth(9))).toBe(gray)
    expect(await backgroundOf(bar.last())).toBe(highlight)
  })

  await page.goto(`${server.url}/blog`)
  await inBothSchemes('main', async ({ highlight }) => {
    expect(await backgroundOf(page.getByRole('link', { name: 'Generate Password' }))).toBe(highlight)
  })

  await page.goto(`${server.url}/security-tips#random`)
  const lineUnder = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .evaluate((link) => getComputedStyle(link).textDecorationLine)
  await page
    .locator('a[data-current]', { hasText: 'Let a machine choose' })
    .filter({ visible: true })
    .waitFor()
  await inBothSchemes('main', async () => {
    expect([await lineUnder('Let a machine choose'), await lineUnder('A plan for this week')]).toEqual([
      'underline',
      'none',
    ])
  })
  expect(complaints).toEqual([])
})

test('with reduced motion, colors change without a transition', async () => {
  const server = await shared()
  await using visit = await visitor({ reducedMotion: 'reduce' })
  const { page } = visit
  await page.goto(server.url)
  const colors = await page.evaluate(() => {
    const color = () => getComputedStyle(document.body).color
    const light = color()
    document.documentElement.setAttribute('data-theme', 'dark')
    return [light, color()]
  })
  expect(colors).toEqual([expect.stringMatching(/^oklch\(0\.23 /), expect.stringMatching(/^oklch\(0\.95 /)])
})

test('printed pages show all text and no controls', async () => {
  const server = await shared()
  await using visit = await visitor({ viewport: { width: 390, height: 844 } })
  const { page, complaints } = visit
  const seen = (selector: string) =>
    page.getByRole('main').locator(selector).filter({ visible: true }).count()

  await page.goto(`${server.url}/about`)
  await page.emulateMedia({ media: 'print' })
  const table = page.getByRole('region', { name: 'Rank correlation with the LinkedIn leak' })
  expect(
    await table.evaluate((box) => [getComputedStyle(box).overflow, box.scrollWidth - box.clientWidth]),
  ).toEqual(['visible', 0])

  await page.goto(`${server.url}/faq`)
  expect([await seen('summary'), await seen('summary svg')]).toEqual([8, 0])

  await page.goto(`${server.url}/contact`)
  expect([await seen('h3'), await seen('input, textarea, #write')]).toEqual([4, 0])

  for (const path of ['/blog', '/password-checker']) {
    await page.goto(`${server.url}${path}`)
    expect(
      await page.getByRole('link', { name: 'Generate Password' }).filter({ visible: true }).count(),
    ).toBe(0)
  }
  expect(complaints).toEqual([])

  await page.goto(`${server.url}/no-such-page`)
  expect([await seen('h1'), await seen('a')]).toEqual([1, 0])
})

test('printed passwords are dark on white, without controls', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page } = visit
  await page.addInitScript("localStorage.setItem('theme', 'dark')")
  await page.goto(server.url)
  const password = page.getByRole('textbox', { name: 'Generated password' })
  await password.waitFor()
  await page.emulateMedia({ media: 'print' })
  const shown = async () =>
    // biome-ignore lint/performance/useDomNodeTextContent: that also holds what is not shown
    (await page.locator('body').innerText()).split(/\s*\n\s*/).filter(Boolean)
  expect(await shown()).toEqual([
    'Skip to content',
    'Passwright',
    (await password.textContent()) ?? '',
    'Strength:',
    'Strong',
    '103.1 bits of entropy',
  ])
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toStartWith('oklch(0.23 ')

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Generate Multiple' }).click()
  const codes = page.getByRole('dialog').getByRole('code')
  await codes.nth(9).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await codes.nth(9).isVisible()).toBe(true)
  expect(await password.isVisible()).toBe(false)
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
})
