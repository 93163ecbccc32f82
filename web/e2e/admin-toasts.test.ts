import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { callApi, openSignedIn, signInByForm, startSetUp, toast } from './administration.ts'
import { holdBack, responds, share, visitor } from './harness.ts'
import { keepToasts } from './kept-toasts.ts'
import { ALL_SCREENS, TWO_SCREENS } from './screens.ts'

const PHONE = ALL_SCREENS[0]

const TEMPLATE = {
  name: 'How-to',
  description: '',
  systemPrompt: 'Be brief.',
  userPromptTemplate: '{{title}}',
  isActive: true,
}

const shared = share(async () => {
  const server = await startSetUp()
  await callApi(server, 'POST', '/api/admin/ai-prompts', TEMPLATE, server.login.token)
  return server
}, responds)

async function toastVisitor({ width, height }: { width: number; height: number }) {
  const visit = await visitor({ viewport: { width, height }, reducedMotion: 'reduce' })
  await keepToasts(visit.page)
  return visit
}

const shown = (page: Page) => page.locator('[aria-label^="Notifications"] li')

const untilStill = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('[aria-label^="Notifications"] li')?.getAnimations().length === 0,
  )

/** Names of visible, unlocked controls that the toast overlaps at the end of the page. */
async function covered(page: Page) {
  await untilStill(page)
  return page.evaluate(() => {
    const toast = document.querySelector('[aria-label^="Notifications"] li')
    if (!toast) throw new Error('no notification is shown')
    const { left, right, top, bottom } = toast.getBoundingClientRect()
    for (const element of document.querySelectorAll('*')) element.scrollTop = element.scrollHeight
    const within = document.querySelector('body > [role="dialog"]') ?? document
    return [...within.querySelectorAll('a, button, input, select, textarea, [role="switch"]')]
      .filter((control) => {
        if (toast.contains(control) || !control.checkVisibility()) return false
        const box = control.getBoundingClientRect()
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top
      })
      .map((control) => control.ariaLabel ?? control.textContent)
  })
}

/** Distances of the toast from the right and bottom edges of the window. */
const place = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('[aria-label^="Notifications"] li')?.getBoundingClientRect()
    return box && [innerWidth - box.right, innerHeight - box.bottom]
  })

/** Pages, each with an element that appears with its contents. */
const PAGES = [
  ['/admin/dashboard', 'heading', 'Last backup'],
  ['/admin/blog', 'button', 'Create Your First Post'],
  ['/admin/blog?edit=new', 'button', 'Publish'],
  ['/admin/settings', 'button', 'Edit How-to'],
  ['/admin/dashboard?tab=users', 'button', 'Edit ada'],
  ['/admin/website-analyzer', 'button', 'Analyze Website'],
] as const

test('a notification covers no control on any page at any width', async () => {
  const server = await shared()
  await using visit = await toastVisitor(PHONE)
  const { page } = visit
  await signInByForm(page, server, 'ada')
  await toast(page, 'Welcome back, ada!').waitFor()
  for (const { width, height } of TWO_SCREENS) {
    await page.setViewportSize({ width, height })
    for (const [path, role, name] of PAGES) {
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      await page.getByRole(role, { name }).waitFor()
      expect({ width, path, covered: await covered(page) }).toEqual({ width, path, covered: [] })
      const edge = width < 640 ? 8 : 16
      const isOverSaveBar = width < 640 && path.includes('edit=')
      expect([path, await place(page)]).toEqual([path, [edge, isOverSaveBar ? edge + 72 : edge]])
    }
  }
})

test('a notification covers no control while the editor loads', async () => {
  const server = await shared()
  await using visit = await toastVisitor(PHONE)
  const { page } = visit
  const release = await holdBack(page, 'editor-page')
  await signInByForm(page, server, 'ada')
  await page.getByRole('link', { name: 'Blog Management' }).first().click()
  await page.getByRole('button', { name: 'New Post' }).click()
  await page.getByLabel('Start with the title').waitFor()
  await toast(page, 'Welcome back, ada!').waitFor()
  expect(await covered(page)).toEqual([])
  release()
  await page.getByRole('button', { name: 'Publish' }).waitFor()
  expect(await covered(page)).toEqual([])
})

test('a notification stays in its place when a dialog opens, and Escape closes the dialog first', async () => {
  const server = await shared()
  await using visit = await toastVisitor(PHONE)
  const { page } = visit
  await openSignedIn(page, server, '/admin/settings')
  await page.route('**/api/admin/ai-prompts', (route) =>
    route.fulfill({ status: 500, json: { message: 'No.' } }),
  )
  const dialog = page.getByRole('dialog', { name: 'New Template' })
  for (const { width, height } of TWO_SCREENS) {
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: 'New Template' }).click()
    await page.getByLabel('Template Name').fill('a')
    await page.getByLabel('System Prompt').fill('a')
    await page.getByLabel('User Prompt Template').fill('a')
    await page.getByRole('button', { name: 'Create Template' }).click()
    await toast(page, 'Failed to create prompt template').waitFor()
    expect(await covered(page)).toEqual([])
    const before = await place(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await place(page)).toEqual(before)
    await page.getByRole('button', { name: 'New Template' }).click()
    await dialog.waitFor()
    expect(await place(page)).toEqual(before)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await shown(page).waitFor({ state: 'detached' })
  }
})
