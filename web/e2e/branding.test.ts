import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { temporaryFolder } from '#src/testing/folder.ts'
import { runExecutable, startServer, visitor, WITH_WORKER } from './harness.ts'

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" onload="alert(1)"><style>.a{fill:#1d4ed8}</style>
<script>alert(1)</script><rect class="a" width="64" height="64" rx="16"/></svg>`

const PAGES = {
  'imprint.md': `---
title: Imprint
description: Who runs this site.
---
Nordlicht GmbH <img src=x onerror=alert(1)>
`,
  'accessibility.md': `---
title: Accessibility
nav: header
offline: true
---
Everyone can use this site.
`,
}

function brandFolder() {
  const folder = temporaryFolder()
  mkdirSync(join(folder.path, 'pages'))
  writeFileSync(join(folder.path, 'logo.svg'), LOGO)
  for (const [name, text] of Object.entries(PAGES)) writeFileSync(join(folder.path, 'pages', name), text)
  return folder
}

const colorOf = (page: Page, role: 'button' | 'link', name: string, property: 'color' | 'backgroundColor') =>
  page
    .getByRole(role, { name })
    .first()
    .evaluate((element, property) => {
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) throw new Error('no canvas')
      canvas.fillStyle = getComputedStyle(element)[property]
      return canvas.fillStyle
    }, property)

test('name, logo, color and pages of the operator apply in both themes and offline', async () => {
  using brand = brandFolder()
  const file = (name: string) => join(brand.path, name)
  await using server = await startServer({
    flags: ['--site-name', 'Nordlicht', '--logo', file('logo.svg'), '--accent-color', '#1d4ed8'],
    env: { PAGES_DIR: file('pages'), FOOTER_LINE: '© 2026 Nordlicht GmbH', OPERATOR: 'Nordlicht GmbH' },
  })
  // Avoids color transitions.
  await using visit = await visitor({ ...WITH_WORKER })
  const { page } = visit
  await page.goto(server.url)
  const logo = page.getByRole('banner').locator('img')
  await expectDecodable(logo)
  expect(await colorOf(page, 'button', 'Copy password', 'backgroundColor')).toBe('#1d4ed8')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  expect(await colorOf(page, 'button', 'Copy password', 'backgroundColor')).not.toBe('#1d4ed8')
  await page.getByText('© 2026 Nordlicht GmbH').waitFor()

  // From a page reached by in-app navigation, and back.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
  await page.getByText('No blog posts yet').waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click()
  await page.getByRole('heading', { name: 'Imprint', level: 1 }).waitFor()
  expect(await page.title()).toBe('Imprint | Nordlicht')
  await page.getByText('Nordlicht GmbH <img src=x onerror=alert(1)>').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Nordlicht' }).click()
  await page.getByRole('button', { name: 'Copy password' }).waitFor()
  await page.goBack()
  await page.getByText('Nordlicht GmbH <img src=x onerror=alert(1)>').waitFor()

  await page.getByRole('button', { name: 'Support' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Accessibility' }).click()
  await page.getByText('Everyone can use this site.').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  expect(visit.complaints).toEqual([])

  await page.context().setOffline(true)
  await server.stop()
  await page.reload()
  await page.getByText('Everyone can use this site.').waitFor()
  await expectDecodable(logo)
  await page.goto(`${server.url}/imprint`)
  await page.getByRole('heading', { name: 'You seem to be offline' }).waitFor()
})

const expectDecodable = async (image: ReturnType<Page['locator']>) =>
  expect(
    await image.evaluate((it) =>
      it instanceof HTMLImageElement ? it.decode().then(() => it.naturalWidth) : 0,
    ),
  ).toBeGreaterThan(0)

test('an unreadable color or a page whose path is taken stops startup with one message', async () => {
  using brand = brandFolder()
  writeFileSync(join(brand.path, 'pages', 'faq.md'), '# Questions\n')
  const start = (...flags: string[]) => runExecutable(['serve', '--port', '0', ...flags], { cwd: brand.path })
  const [taken, yellow] = await Promise.all([start('--pages', 'pages'), start('--accent-color', '#ff0')])
  expect([taken.err, taken.status]).toEqual([
    "passwright: The page faq.md can't be used: /faq is already taken; choose another name.\n",
    2,
  ])
  expect(yellow.err).toStartWith('passwright: The accent color #ffff00 has a contrast of 1.0')
  expect(yellow.status).toBe(2)
})

/** Each would run a script or load a file, as a document of its own or inside a page. */
const hostileParts = (canary: string) => [
  '<script>alert(1)</script>',
  `<script href="${canary}/x.js"/>`,
  '<g onload="alert(1)" onclick="alert(1)"/>',
  `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="${canary}/frame"/><img src="${canary}/img" onerror="alert(1)"/></body></foreignObject>`,
  '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
  `<image href="${canary}/x.png"/>`,
  "<image href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/%3E\"/>",
  `<filter id="f"><feImage href="${canary}/x.svg"/></filter><rect width="9" height="9" filter="url(#f)"/>`,
  `<use href="${canary}/x.svg#a"/>`,
  `<a id="link" href="${canary}/x"><set attributeName="href" to="javascript:alert(1)"/></a>`,
  '<handler type="text/javascript">alert(1)</handler>',
  `<style>@import url(${canary}/x.css); @font-face{font-family:a;src:url(${canary}/f)} .a{fill:url(${canary}/x#a)}</style>`,
  `<style>.a{fill:u\\72l(${canary}/y#a);mask:url(${canary}/m);cursor:url(${canary}/c),auto}</style>`,
  `<text class="a" font-family="a">A</text><rect class="a" width="9" height="9" style="background:url(${canary}/b)"/>`,
  `<animate attributeName="href" values="${canary}/v"/>`,
]

test('a hostile logo runs and loads nothing, on the page or at its own address', async () => {
  using brand = temporaryFolder()
  const asked: string[] = []
  await using canary = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => {
      asked.push(url)
      return new Response('alert(1)')
    },
  })
  const parts = hostileParts(canary.url.origin)
  const file = join(brand.path, 'logo.svg')
  writeFileSync(
    file,
    `<?xml-stylesheet href="${canary.url.origin}/sheet.css"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" onload="alert(1)">${parts.join('')}</svg>`,
  )
  await using server = await startServer({ flags: ['--logo', file] })
  await using visit = await visitor()
  const { page } = visit
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  await page.goto(server.url)
  const logo = page.getByRole('banner').locator('img')
  await expectDecodable(logo)
  await page.goto(`${server.url}${await logo.getAttribute('src')}`)
  await page.waitForLoadState('networkidle')
  expect([dialogs, asked]).toEqual([[], []])
})
