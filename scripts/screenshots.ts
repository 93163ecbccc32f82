/** Takes the README's screenshots. */
import { fillSignIn } from '#web/e2e/administration.ts'
import { startServer, visitor } from '#web/e2e/harness.ts'

const VIEWPORT = { width: 1280, height: 592 }
const ADMIN_VIEWPORT = { width: 1280, height: 760 }

await using server = await startServer()
for (const theme of ['light', 'dark']) {
  await using visit = await visitor({ viewport: VIEWPORT, reducedMotion: 'reduce' })
  const { page } = visit
  await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
  await page.goto(server.url)
  await page.waitForFunction(() => document.querySelector('[aria-label="Generated password"]')?.textContent)
  await page.screenshot({ path: `web/readme/home-${theme}.png` })
}

await using demo = await startServer({ flags: ['--demo'] })
{
  await using visit = await visitor({ viewport: ADMIN_VIEWPORT, reducedMotion: 'reduce' })
  const { page } = visit
  await page.goto(`${demo.url}/admin/login`)
  await fillSignIn(page, 'dana', /of them is (\w+)/.exec(demo.output())?.[1])
  await page.getByText('Newest messages').waitFor()
  await page.mouse.move(0, 0)
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`localStorage.setItem('theme', '${theme}')`)
    await page.goto(`${demo.url}/admin/dashboard`)
    await page.getByText('Newest messages').waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `web/readme/admin-${theme}.png` })
  }
}
await server.stop()
await demo.stop()
process.exit(0)
