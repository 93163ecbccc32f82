import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { callApi, setUp, signIn, signInByForm } from './administration.ts'
import { holdBack, startServer, visitor } from './harness.ts'
import { TWO_SCREENS } from './screens.ts'

/** Names of visible, unlocked controls that the toast overlaps. */
async function covered(page: Page) {
  await page.waitForFunction(() => document.querySelector('.admin-toasts li')?.getAnimations().length === 0)
  return page.evaluate(() => {
    const toast = document.querySelector('.admin-toasts li')
    if (!toast) throw new Error('no notification is shown')
    const { left, right, top, bottom } = toast.getBoundingClientRect()
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

test.each(TWO_SCREENS)('a notification covers no control at $width pixels', async ({ width, height }) => {
  await using server = await startServer()
  const token = await setUp(server)
  const template = {
    name: 'How-to',
    systemPrompt: 'Be brief.',
    userPromptTemplate: '{{title}}',
    isActive: true,
  }
  await callApi(server, 'POST', '/api/admin/ai-prompts', { ...template, description: '' }, token)
  await using visit = await visitor({ viewport: { width, height }, reducedMotion: 'reduce' })
  const { page } = visit
  await signInByForm(page, server, 'ada')
  await page.getByText('Welcome back, ada!').first().waitFor()
  expect(await covered(page)).toEqual([])

  for (const [path, heading] of [
    ['/admin/blog', 'Blog Management'],
    ['/admin/blog?edit=new', 'New Post'],
    ['/admin/settings', 'Settings'],
    ['/admin/dashboard?tab=users', 'Users'],
    ['/admin/website-analyzer', 'Website Analyzer'],
  ] as const) {
    await page.goto(`${server.url}${path}`)
    await page.evaluate(() => localStorage.removeItem('adminToken'))
    await signInByForm(page, server, 'ada')
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await page.getByText('Welcome back, ada!').first().waitFor()
    expect({ path, covered: await covered(page) }).toEqual({ path, covered: [] })
  }
})

test('a notification covers no control while the editor loads', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const { page } = visit
  const release = await holdBack(page, 'editor-page')
  await signInByForm(page, server, 'ada')
  await page.getByRole('link', { name: 'Blog Management' }).first().click()
  await page.getByRole('button', { name: 'New Post' }).click()
  await page.getByLabel('Start with the title').waitFor()
  await page.getByText('Welcome back, ada!').first().waitFor()
  expect(await covered(page)).toEqual([])
  release()
  await page.getByRole('button', { name: 'Publish' }).waitFor()
  expect(await covered(page)).toEqual([])
})

test('a notification does not cover the buttons of a dialog', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const { page } = visit
  await signIn(page, server, 'ada', '/admin/settings')
  await page.route('**/api/admin/ai-prompts', (route) =>
    route.fulfill({ status: 500, json: { message: 'No.' } }),
  )
  await page.getByRole('button', { name: 'New Template' }).click()
  await page.getByLabel('Template Name').fill('a')
  await page.getByLabel('System Prompt').fill('a')
  await page.getByLabel('User Prompt Template').fill('a')
  await page.getByRole('button', { name: 'Create Template' }).click()
  await page.getByText('Failed to create prompt template').first().waitFor()
  expect(await covered(page)).toEqual([])
})
