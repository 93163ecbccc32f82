import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { until } from '#src/testing/time-limits.ts'
import { startServer, untilHydrated, visitor } from './harness.ts'
import { adFile, fakeOtherOrigins } from './third-parties.ts'
import { untilSettled } from './until-settled.ts'

const TAG = 'https://www.googletagmanager.com/gtag/js'

async function analyticsFrame(page: Page): Promise<Frame> {
  const element = page.locator('iframe[title="Analytics"]')
  await element.waitFor({ state: 'attached' })
  const frame = await (await element.elementHandle())?.contentFrame()
  if (!frame) throw new Error('the page has no analytics frame')
  return frame
}

/** In the tag's own format. */
const commandsIn = async (page: Page): Promise<unknown[][]> =>
  JSON.parse(
    await (await analyticsFrame(page)).evaluate('JSON.stringify(dataLayer.map((command) => [...command]))'),
  )

/** Waits for `count` events. */
async function eventsIn(page: Page, count: number): Promise<unknown[][]> {
  const frame = await analyticsFrame(page)
  await frame.waitForFunction(
    (most) => JSON.stringify(Reflect.get(window, 'dataLayer') ?? []).split('"event"').length > most,
    count,
    // Hidden frames get no animation frames, which Playwright polls by default.
    { polling: 50 },
  )
  return (await commandsIn(page)).filter(([command]) => command === 'event')
}

test('without ad and tag, no page has a slot or frame or sends requests to other sites', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  const requested = await fakeOtherOrigins(page, server.url)
  for (const path of ['/', '/password-checker', '/about', '/blog', '/nowhere', '/offline']) {
    await page.goto(server.url + path)
    await untilSettled(page)
    expect({ path, slots: await page.getByText('Advertisement').count() }).toEqual({ path, slots: 0 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(page.frames()).toHaveLength(1)
  }
  expect([...requested]).toEqual([])
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
})

test('the analytics tag runs with storage denied and receives page views and events of only five values, but no keys', async () => {
  await using tagged = await startServer({ env: { ANALYTICS_ID: 'G-ABC1234567' } })
  await using visit = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page, complaints } = visit
  const hit = "fetch('https://region1.google-analytics.com/g/collect', { method: 'POST' })"
  const requested = await fakeOtherOrigins(page, tagged.url, hit)
  await page.addInitScript(() => {
    const posted: unknown[] = []
    Object.assign(window, { posted })
    addEventListener('message', ({ data }) => posted.push(data))
  })
  await page.goto(`${tagged.url}/contact?campaign=1`)
  await untilHydrated(page)
  await eventsIn(page, 1)
  expect((await commandsIn(page)).map(([command, name]) => `${command} ${name}`)).toEqual([
    'consent default',
    expect.stringMatching(/^js 20/),
    'config G-ABC1234567',
    'event page_view',
  ])
  const [consent, , config] = await commandsIn(page)
  expect(Object.values(Object(consent?.[2]))).toEqual(['denied', 'denied', 'denied', 'denied'])
  expect(config?.[2]).toMatchObject({ send_page_view: false, page_referrer: '' })

  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Generator' }).click()
  await page.getByRole('button', { name: 'Copy password', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, helpful!' }).click()
  const contact = { page_location: `${tagged.url}/contact`, page_title: '/contact', page_referrer: '' }
  const home = { page_location: `${tagged.url}/`, page_title: '/', page_referrer: contact.page_location }
  const made = { event_category: 'password', event_label: 'single', value: 1 }
  const helpful = { event_category: 'home', event_label: 'helpful', value: 1 }
  const byName = ([, one]: unknown[], [, two]: unknown[]) => String(one).localeCompare(String(two))
  expect((await eventsIn(page, 5)).slice(1).toSorted(byName)).toEqual([
    ['event', 'copied', { ...made, ...home }],
    ['event', 'feedback', { ...helpful, ...home }],
    ['event', 'generated', { ...made, ...home }],
    ['event', 'page_view', home],
  ])
  const posted: object[] = await (await analyticsFrame(page)).evaluate('posted')
  expect(posted).toHaveLength(5)
  for (const message of posted)
    expect(Object.keys(message).sort().join()).toBe('category,label,name,page,value')
  expect(posted).toContainEqual({
    name: 'generated',
    category: 'password',
    label: 'single',
    value: 1,
    page: '/',
  })
  await until('the tag has sent a request', () => requested.size > 1)
  expect([...requested]).toEqual([TAG, 'https://region1.google-analytics.com/g/collect'])

  // The tag gets no frame until the field loses the focus.
  await page.goto(`${tagged.url}/password-checker`)
  const counted = page.waitForResponse('**/api/track/password-checked')
  await page.getByLabel('Password to check').fill('Tr0ub!')
  await counted
  expect(page.frames()).toHaveLength(1)
  await page.keyboard.press('Tab')
  const checker = `${tagged.url}/password-checker`
  const where = { page_location: checker, page_title: '/password-checker', page_referrer: '' }
  const rating = { event_category: 'password', event_label: 'Good', value: 83 }
  expect((await eventsIn(page, 1)).find(([, name]) => name === 'checked')).toEqual([
    'event',
    'checked',
    { ...rating, ...where },
  ])
  expect(complaints).toEqual([])
})

test('an ad loads its resources on the first page and after in-app navigation', async () => {
  using ad = adFile()
  await using server = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path } })
  await using visit = await visitor()
  const { page, complaints } = visit
  const requested = await fakeOtherOrigins(page, server.url)
  const shown = page
    .frameLocator('iframe[title="Advertisement"]')
    .first()
    .getByText('Shown by its script', { exact: true })

  await page.goto(server.url)
  await shown.waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Checker' }).click()
  await page.getByLabel('Password to check').waitFor()
  await until('the ad is removed', () => page.frames().length === 1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Generator' }).click()
  await shown.waitFor()
  await until('the ad has sent its requests', () => requested.size > 2)
  expect([...requested].toSorted()).toEqual([
    'https://frames.example/ad',
    'https://pictures.example/ad.png',
    'https://scripts.example/ad.js',
  ])
  expect(complaints).toEqual([])
})

test('an ad has the height of its document, centered in a slot of constant height, and follows the theme', async () => {
  using ad = adFile('<p style="height: 40px; margin: 0">Ad</p>')
  await using server = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path } })
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(server.url)
  const frame = page.locator('iframe')
  await frame.waitFor()
  const place = await page.getByRole('complementary', { name: 'Advertisement' }).boundingBox()
  const top = (await frame.boundingBox())?.y ?? 0
  expect((await frame.boundingBox())?.height).toBe(40)

  const text = page.frameLocator('iframe').locator('p')
  await text.evaluate((element) => {
    element.style.height = '80px'
  })
  await page.waitForFunction(() => document.querySelector('iframe')?.getBoundingClientRect().height === 80)
  expect((await frame.boundingBox())?.y).toBe(top - 20)
  expect(await page.getByRole('complementary', { name: 'Advertisement' }).boundingBox()).toEqual(place)

  const look = () => text.evaluate((element) => getComputedStyle(element).colorScheme)
  expect(await look()).toBe('light')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.locator('iframe[src$="#dark"]').waitFor()
  expect(await look()).toBe('dark')
  expect(complaints).toEqual([])
})

test('an ad shows images from the public folder, with and without JavaScript; the admin area has neither ad nor tag', async () => {
  using ad = adFile('<img src="/banner.svg" alt="Keys">')
  writeFileSync(
    join(dirname(ad.path), 'banner.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="50"/>',
  )
  const env = { AD_SLOT_HTML_FILE: ad.path, PUBLIC_DIR: dirname(ad.path), ANALYTICS_ID: 'G-ABC1234567' }
  await using server = await startServer({ env })
  for (const javaScriptEnabled of [true, false]) {
    await using visit = await visitor({ javaScriptEnabled })
    const { page } = visit
    const requested = await fakeOtherOrigins(page, server.url)
    await page.goto(server.url)
    const frame = 'iframe[title=Advertisement]'
    const picture = page.frameLocator(frame).getByAltText('Keys')
    await until('the picture has loaded', async () => (await picture.boundingBox())?.width === 320)
    await page.locator(frame).waitFor()
    if (!javaScriptEnabled) continue

    requested.clear()
    for (const path of ['/admin/login', '/admin/nowhere']) {
      const response = await page.goto(server.url + path)
      expect(response?.headers()['content-security-policy']).toContain("frame-src 'none'")
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(page.frames()).toHaveLength(1)
    }
    expect([...requested]).toEqual([])
  }
})
