import { startServer, visitor } from '#web/e2e/harness.ts'

/** Takes the README's pictures of the home page, as a visitor on a desktop sees it in each theme. */
const VIEWPORT = { width: 1280, height: 592 }

await using server = await startServer()
for (const theme of ['light', 'dark']) {
  await using visit = await visitor({ viewport: VIEWPORT, reducedMotion: 'reduce' })
  const { page } = visit
  await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
  await page.goto(server.url)
  await page.waitForFunction(() => document.querySelector('[aria-label="Generated password"]')?.textContent)
  await page.screenshot({ path: `web/readme/home-${theme}.png` })
}
await server.stop()
process.exit(0)
