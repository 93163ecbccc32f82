import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#src/config.ts'
import { StartError } from '#src/errors.ts'
import { encodeBody } from '#src/http/encoded-body.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { testApp } from '#src/testing/test-app.ts'
import { DEFAULT_BRANDING, readBranding } from './branding.ts'
import { readLogo } from './logo/read-logo.ts'

const svg = (width: number, height: number, content = '<rect width="9" height="9" fill="#f00"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`

const HOSTILE = '<script>alert(1)</script><g onload="alert(1)"><path d="M0 0h32v32z" fill="#f00"/></g>'

async function brandingWith(logo: string | Uint8Array, dark?: string) {
  using folder = temporaryFolder()
  const file = join(folder.path, 'logo')
  writeFileSync(file, logo)
  if (dark !== undefined) writeFileSync(`${file}-dark`, dark)
  return await readBranding(
    readConfig([`--logo=${file}`, ...(dark === undefined ? [] : [`--logo-dark=${file}-dark`])], {}),
  )
}

const worker = encodeBody(new TextEncoder().encode('start(self.kept)'), 'text/javascript', 1)
const build = {
  files: new Map([
    ['/sw.js', worker],
    ['/favicon.svg', worker],
  ]),
  manifest: { 'web/main.tsx': { file: 'assets/main.js' } },
}

test('uses the default branding without settings', async () => {
  expect(await readBranding(readConfig([], {}))).toEqual(DEFAULT_BRANDING)
})

test("a square logo appears before the name and in every icon, and can't run scripts", async () => {
  const branding = await brandingWith(svg(32, 32, HOSTILE))
  const { call } = await testApp({ branding, build, settings: { siteName: 'Nordlicht' } })
  for (const path of ['/', '/nowhere', '/imprint']) {
    const html = await (await call(path)).text()
    const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
    expect(header).toMatch(/<img [^>]*src="\/assets\/logo-\w+\.svg" alt="" width="28" height="28"/)
    expect(header).toContain('Nordlicht</span>')
    expect(html).not.toContain('onload')
  }
  const src = branding.logo?.light.src ?? ''
  const image = await call(src)
  expect(image.headers.get('content-type')).toBe('image/svg+xml')
  expect(image.headers.get('x-content-type-options')).toBe('nosniff')
  expect(image.headers.get('content-security-policy')).toStartWith("default-src 'none'")
  expect(image.headers.get('cache-control')).toContain('immutable')
  expect(await (await call('/sw.js')).text()).toContain(`"url":"${src}"`)
  expect(await (await call('/favicon.svg')).text()).toContain('data:image/png;base64,')
  const sides = { 'icon-192': 192, 'icon-512': 512, 'icon-maskable-512': 512, 'apple-touch-icon': 180 }
  for (const [name, side] of Object.entries(sides)) {
    const icon = readImageFile(await (await call(`/${name}.png`)).bytes())
    expect(icon).toMatchObject({ extension: 'png', width: side, height: side })
  }
  expect((await call('/favicon.ico')).headers.get('content-type')).toContain('icon')
  expect(readImageFile(await (await call('/social.png')).bytes())).toMatchObject({ width: 1200, height: 630 })
})

test('a wide logo replaces the name and has a version for the dark theme', async () => {
  const branding = await brandingWith(svg(200, 50), svg(200, 50, '<circle r="4"/>'))
  const { call } = await testApp({ branding, settings: { siteName: 'Nordlicht' } })
  const header = /<header.*?<\/header>/s.exec(await (await call('/')).text())?.[0] ?? ''
  expect(header.match(/<img [^>]*alt="Nordlicht" width="112" height="28"/g)?.length).toBe(2)
  expect(header).not.toContain('Nordlicht</span>')
  const shell = await (await call('/admin/login')).text()
  expect(shell).toContain(branding.logo?.dark?.src ?? 'none')
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('recognizes a PNG by its bytes and removes everything but the image', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'logo.svg')
  writeFileSync(path, Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]))
  const logo = await readLogo(path)
  expect(logo).toMatchObject({ extension: 'png', width: 1, height: 1 })
  expect(Buffer.from(logo.bytes).equals(PNG)).toBe(true)
})

test.each<[string, string | Uint8Array, string]>([
  ['text', 'hello', 'it is neither an SVG in UTF-8 nor a PNG'],
  ['a web page', '<!DOCTYPE html><html><body></body></html>', 'it is not an SVG document'],
  ['UTF-16', Buffer.from(`\ufeff${svg(9, 9)}`, 'utf16le'), 'it is neither an SVG in UTF-8 nor a PNG'],
  ['a compressed SVG', Bun.gzipSync(svg(9, 9)), 'it is neither an SVG in UTF-8 nor a PNG'],
  ['a truncated PNG', PNG.subarray(0, 40), 'this PNG file is damaged or incomplete'],
  [
    'a corrupted PNG',
    Buffer.concat([PNG.subarray(0, 20), Buffer.from([9]), PNG.subarray(21)]),
    'this PNG file is damaged or incomplete',
  ],
  ['a banner', svg(900, 100), 'it must be at most 8 times as wide as high, or 2 times as high as wide'],
  ['a tower', svg(10, 30), 'it must be at most 8 times as wide as high, or 2 times as high as wide'],
  ['an SVG above its size limit', svg(9, 9, ' '.repeat(256 * 1024)), 'it is an SVG larger than 256 KB'],
  ['a file above the size limit', ' '.repeat(512 * 1024 + 1), 'it is larger than 512 KB'],
])('rejects %s as a logo', async (_, content, reason) => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'logo')
  writeFileSync(path, content)
  await expect(readLogo(path)).rejects.toThrow(new StartError(`The logo ${path} can't be used: ${reason}.`))
})

test('reports a logo that is missing or not a file', async () => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'logo'))
  await expect(readLogo('/nowhere/logo.svg')).rejects.toThrow(
    "The logo /nowhere/logo.svg can't be used: it can't be read.",
  )
  await expect(readLogo(join(folder.path, 'logo'))).rejects.toThrow('it is not a file.')
})
