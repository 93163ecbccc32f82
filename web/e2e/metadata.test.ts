import { expect, test } from 'bun:test'
import { parse } from 'node-html-parser'
import * as z from 'zod/mini'
import { fixedPaths } from '#web/site-pages.ts'
import { shareServer, startServer, visitor } from './harness.ts'

const shared = shareServer()

const SITE = 'https://passwords.example'
const PNG = '89504e470d0a1a0a'

async function sizeOf(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 8).toString('hex')).toBe(PNG)
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

async function headOf(address: string) {
  const response = await fetch(address)
  const root = parse(await response.text())
  const content = (name: string) =>
    root
      .querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)
      .map((meta) => meta.getAttribute('content'))
  const links = (rel: string) => root.querySelectorAll(`link[rel="${rel}"]`)
  return { response, titles: root.querySelectorAll('title').map(({ text }) => text), content, links }
}

test('every page has one title, description, canonical URL and link preview', async () => {
  await using server = await startServer({ flags: ['--site-url', SITE] })
  const titles: string[] = []
  const descriptions: (string | undefined)[] = []
  for (const path of fixedPaths) {
    const { titles: found, content, links } = await headOf(server.url + path)
    expect(found).toHaveLength(1)
    expect(found[0]).toEndWith(' | Passwright')
    expect(found[0]?.length).toBeLessThanOrEqual(65)
    expect(content('description')).toHaveLength(1)
    expect(content('description')[0]?.length).toBeGreaterThanOrEqual(50)
    expect(content('robots')).toEqual([])
    expect(links('canonical').map((link) => link.getAttribute('href'))).toEqual([`${SITE}${path}`])

    const preview = {
      'og:type': 'website',
      'og:locale': 'en_US',
      'og:site_name': 'Passwright',
      'og:title': found[0],
      'og:description': content('description')[0],
      'og:url': `${SITE}${path}`,
      'og:image': `${SITE}/social.png`,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      'twitter:title': found[0],
      'twitter:description': content('description')[0],
      'twitter:image': `${SITE}/social.png`,
    }
    for (const [name, value] of Object.entries(preview))
      expect([name, content(name)]).toEqual([name, [value]])
    for (const name of ['og:image:alt', 'twitter:image:alt']) expect(content(name)[0]).toContain('password')
    titles.push(...found)
    descriptions.push(...content('description'))
  }
  expect(new Set(titles).size).toBe(fixedPaths.length)
  expect(new Set(descriptions).size).toBe(fixedPaths.length)
})

test('the 404 page and the offline page are hidden from search engines', async () => {
  const server = await shared()
  for (const path of ['/nowhere', '/offline']) {
    const { response, content, links } = await headOf(server.url + path)
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(content('robots')).toEqual(['noindex'])
    expect(links('canonical')).toEqual([])
  }
})

test('the link preview image exists in its declared size', async () => {
  const server = await shared()
  const response = await fetch(`${server.url}/social.png`)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(await sizeOf(response)).toBe('1200x630')
})

test('icons for tabs, home screens and installed apps have their declared sizes', async () => {
  const server = await shared()
  const { links } = await headOf(server.url)
  const icons = links('icon').map((link) => [link.getAttribute('href'), link.getAttribute('sizes')])
  expect(icons).toEqual([
    ['/favicon.ico', '48x48'],
    ['/favicon.svg', 'any'],
  ])
  expect((await fetch(`${server.url}/favicon.svg`)).headers.get('content-type')).toStartWith('image/svg+xml')
  const ico = Buffer.from(await (await fetch(`${server.url}/favicon.ico`)).arrayBuffer())
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index))
  expect(sizes).toEqual([16, 32, 48])

  const [touch] = links('apple-touch-icon').map((link) => link.getAttribute('href'))
  expect(await sizeOf(await fetch(server.url + touch))).toBe('180x180')
})

const Manifest = z.object({
  name: z.literal('Keysmith'),
  short_name: z.string(),
  start_url: z.literal('/'),
  display: z.literal('standalone'),
  background_color: z.string(),
  theme_color: z.string(),
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.optional(z.string()) }),
  ),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
})

test('the web manifest has the site’s name, and its icons and shortcuts are valid', async () => {
  await using server = await startServer({ flags: ['--site-name', 'Keysmith'] })
  const { links } = await headOf(server.url)
  const [address] = links('manifest').map((link) => link.getAttribute('href'))
  const { icons, shortcuts } = Manifest.parse(await (await fetch(server.url + address)).json())
  expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes, type } of icons) {
    const response = await fetch(server.url + src)
    expect(response.headers.get('content-type')).toBe(type)
    expect(await sizeOf(response)).toBe(sizes)
  }
  for (const { url } of shortcuts) expect((await fetch(server.url + url)).status).toBe(200)
})

test('the site is installable, and the browser’s bars match the theme', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(server.url)
  const devtools = await page.context().newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Each visitor uses a private context, which can't install apps.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])

  const color = page.locator('meta[name="theme-color"]')
  expect(await color.getAttribute('content')).toBe('#f7fbfb')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.locator('meta[name="theme-color"][content="#0a1213"]').waitFor({ state: 'attached' })
  expect(await color.count()).toBe(1)
  expect(complaints).toEqual([])
})

test('every URL in the sitemap is a page with that canonical URL', async () => {
  const server = await shared()
  const robots = await (await fetch(`${server.url}/robots.txt`)).text()
  const address = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? ''
  expect(address).toBe(`${server.url}/sitemap.xml`)
  const xml = await (await fetch(address)).text()
  const pages = parse(xml)
    .querySelectorAll('url > loc')
    .map(({ text }) => text)
  expect(pages).toContain(`${server.url}/`)
  for (const page of pages) {
    const { response, links } = await headOf(page)
    expect(response.status).toBe(200)
    expect(links('canonical')[0]?.getAttribute('href')).toBe(page)
  }
})
