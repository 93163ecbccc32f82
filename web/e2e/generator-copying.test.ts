import { afterAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { toast } from './administration.ts'
import { startServer } from './harness.ts'
import { NO_MESSAGES, visitsTo } from './home.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

const visitHome = visitsTo(server)

test('copying puts the exact password on the clipboard and confirms it for two seconds', async () => {
  await using home = await visitHome({ before: (page) => page.clock.install() })
  const password = await home.password()
  await home.page.clock.pauseAt(Date.now() + 60_000)
  await home.control.copy.click()
  const confirmation = home.page.getByRole('button', { name: 'Copied!' })
  await confirmation.waitFor()
  await home.page.getByRole('status').getByText('Copied', { exact: true }).waitFor({ state: 'attached' })
  expect(await home.clipboard()).toBe(password)
  await home.page.clock.runFor(1_900)
  expect(await confirmation.isVisible()).toBe(true)
  await home.page.clock.runFor(200)
  await home.control.copy.waitFor()
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('regenerating clears the copied state', async () => {
  await using home = await visitHome()
  await home.control.copy.click()
  await home.page.getByRole('button', { name: 'Copied!' }).waitFor()
  await home.control.another.click()
  expect(await home.control.copy.isVisible()).toBe(true)
})

test('a click on the password selects exactly the password', async () => {
  await using home = await visitHome()
  await home.control.number.fill('64')
  await home.control.password.click()
  expect(await home.page.evaluate(() => getSelection()?.toString())).toBe(await home.password())
})

const denyClipboard = (page: Page) =>
  page.addInitScript(() => {
    navigator.clipboard.writeText = async () => {
      throw new DOMException('denied', 'NotAllowedError')
    }
  })

test('if the clipboard is denied, the text-area fallback copies, in the dialog, too', async () => {
  await using home = await visitHome({ before: denyClipboard })
  await home.control.copy.click()
  await home.page.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await home.clipboard()).toBe(await home.password())

  await home.control.multiple.click()
  const third = home.control.dialog.getByRole('listitem').nth(2)
  await third.getByRole('button', { name: 'Copy password 3' }).click()
  await third.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await home.clipboard()).toBe((await third.getByRole('code').textContent()) ?? '')
  expect(await home.page.locator('textarea').count()).toBe(0)
})

test('if both methods fail, a message asks the visitor to copy manually', async () => {
  await using home = await visitHome({
    before: async (page) => {
      await denyClipboard(page)
      await page.addInitScript(() => {
        document.execCommand = () => false
        // The announcement disappears after a second.
        new MutationObserver(() => {
          const announced = [...document.querySelectorAll('[role=status]')].map((one) => one.textContent)
          if (announced.some((text) => text.includes('Copy failed')))
            document.documentElement.dataset.isAnnounced = ''
        }).observe(document, { subtree: true, childList: true })
      })
    },
  })
  await home.control.copy.click()
  await toast(home.page, 'Please copy the password manually.').waitFor()
  await home.page.locator('html[data-is-announced]').waitFor()
  expect(await home.page.getByRole('button', { name: 'Copied!' }).count()).toBe(0)
})

test('Generate Multiple shows ten different passwords and counts each of them', async () => {
  await using home = await visitHome()
  await home.control.number.fill('20')
  await home.untilCounted(2)
  home.counted.length = 0
  await home.control.multiple.click()
  await home.control.dialog.waitFor()
  const passwords = await home.control.dialog.getByRole('code').allTextContents()
  expect(new Set(passwords).size).toBe(10)
  for (const password of passwords) expect(password).toHaveLength(20)
  expect(await home.untilCounted(10)).toEqual(
    Array.from({ length: 10 }, () => ({
      path: '/api/track/password-generated',
      body: { type: 'multiple' },
    })),
  )

  await home.control.dialog.getByRole('button', { name: 'Copy password 7' }).click()
  expect(await home.clipboard()).toBe(passwords[6] ?? '')
  await home.control.dialog.getByRole('button', { name: 'Copy all' }).click()
  expect(await home.clipboard()).toBe(passwords.join('\n'))

  const download = home.page.waitForEvent('download')
  await home.control.dialog.getByRole('button', { name: 'Save as .txt' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('passwords.txt')
  expect(await readFile(await file.path(), 'utf8')).toBe(`${passwords.join('\n')}\n`)
  expect(home.counted).toHaveLength(10)
  expect(home.complaints).toEqual(NO_MESSAGES)
})
