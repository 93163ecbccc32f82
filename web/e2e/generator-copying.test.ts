import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { toast } from './administration.ts'
import { shareServer } from './harness.ts'
import { NO_MESSAGES, shareHome, untilCopied, visitsTo } from './home.ts'

const shared = shareServer()
const visitHome = visitsTo(shared)
const freshHome = shareHome(shared)

test('copying puts the exact password on the clipboard and confirms it for two seconds, or until another is generated', async () => {
  await using home = await visitHome({ before: (page) => page.clock.install() })
  const { page, control } = home
  const password = await home.password()
  await page.clock.pauseAt(Date.now() + 60_000)
  await control.copy.click()
  const confirmation = page.getByRole('button', { name: 'Copied!' })
  await confirmation.waitFor()
  await page.getByRole('status').getByText('Copied', { exact: true }).waitFor({ state: 'attached' })
  expect(await home.clipboard()).toBe(password)
  await page.clock.runFor(1_900)
  expect(await confirmation.isVisible()).toBe(true)
  await page.clock.runFor(200)
  await control.copy.waitFor()

  await control.copy.click()
  await confirmation.waitFor()
  await control.another.click()
  expect(await control.copy.isVisible()).toBe(true)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('a click on the password selects exactly the password', async () => {
  const home = await freshHome()
  await home.control.number.fill('64')
  await home.control.password.click()
  expect(await home.page.evaluate(() => getSelection()?.toString())).toBe(await home.password())
})

test('three clicks, and drags past its edges, select and copy exactly one password', async () => {
  const { page, control, clipboard } = await freshHome()
  const copied = async () => {
    await page.keyboard.press('Control+c')
    return [await page.evaluate(() => getSelection()?.toString()), await clipboard()]
  }
  const expectExact = async (shown: Locator) => {
    const { x, y, width, height } = (await shown.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const text = (await shown.textContent()) ?? ''
    await page.mouse.click(x + width / 3, y + height / 2, { clickCount: 3 })
    expect(await copied()).toEqual([text, text])
    for (const by of [-150, height + 150]) {
      await page.mouse.click(x, y - 150)
      await page.mouse.move(x + width / 3, y + height / 2)
      await page.mouse.down()
      await page.mouse.move(x + width / 2, y + by, { steps: 4 })
      await page.mouse.up()
      expect(await copied()).toEqual([text, text])
    }
  }
  await expectExact(control.password)
  await page.getByRole('tab', { name: 'Passphrase' }).click()
  await expectExact(page.getByRole('textbox', { name: 'Generated passphrase' }))
  await control.multiple.click()
  await expectExact(control.dialog.getByRole('code').nth(4))
})

test('Generate Multiple shows ten different passwords and counts each of them', async () => {
  const home = await freshHome()
  const { control } = home
  await control.number.fill('20')
  await home.untilCounted(2)
  home.counted.length = 0
  await control.multiple.click()
  await control.dialog.waitFor()
  const passwords = await control.dialog.getByRole('code').allTextContents()
  expect(new Set(passwords).size).toBe(10)
  for (const password of passwords) expect(password).toHaveLength(20)
  expect(await home.untilCounted(10)).toEqual(
    Array.from({ length: 10 }, () => ({
      path: '/api/track/password-generated',
      body: { type: 'multiple' },
    })),
  )

  const seventh = control.dialog.getByRole('button', { name: 'Copy password 7' })
  await untilCopied(seventh, () => seventh.click())
  expect(await home.clipboard()).toBe(passwords[6] ?? '')
  const all = control.dialog.getByRole('button', { name: 'Copy all' })
  await untilCopied(all, () => all.click())
  await seventh.waitFor()
  expect(await home.clipboard()).toBe(passwords.join('\n'))

  const download = home.page.waitForEvent('download')
  await control.dialog.getByRole('button', { name: 'Save as .txt' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('passwords.txt')
  expect(await readFile(await file.path(), 'utf8')).toBe(`${passwords.join('\n')}\n`)
  expect(home.counted).toHaveLength(10)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('if the clipboard is denied, the text-area fallback copies, in the dialog, too; if both fail, a message asks to copy manually', async () => {
  await using home = await visitHome({
    before: async (page) => {
      await page.addInitScript(() => {
        navigator.clipboard.writeText = async () => {
          throw new DOMException('denied', 'NotAllowedError')
        }
        // The announcement disappears after a second.
        new MutationObserver(() => {
          const announced = [...document.querySelectorAll('[role=status]')].map((one) => one.textContent)
          if (announced.some((text) => text.includes('Copy failed')))
            document.documentElement.dataset.isAnnounced = ''
        }).observe(document, { subtree: true, childList: true })
      })
      await page.clock.install()
    },
  })
  const { page, control } = home
  // A confirmation lasts two seconds, a toast five.
  await page.clock.pauseAt(Date.now() + 60_000)
  await control.copy.click()
  await page.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await home.clipboard()).toBe(await home.password())

  await control.multiple.click()
  const third = control.dialog.getByRole('listitem').nth(2)
  await third.getByRole('button', { name: 'Copy password 3' }).click()
  await third.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await home.clipboard()).toBe((await third.getByRole('code').textContent()) ?? '')
  expect(await page.locator('textarea').count()).toBe(0)
  await page.keyboard.press('Escape')
  await control.dialog.waitFor({ state: 'detached' })
  await page.clock.runFor(2_000)

  await page.evaluate(() => {
    document.execCommand = () => false
  })
  await control.copy.click()
  await toast(page, 'Please copy the password manually.').waitFor()
  await page.clock.runFor(1_000)
  await page.locator('html[data-is-announced]').waitFor()
  expect(await page.getByRole('button', { name: 'Copied!' }).count()).toBe(0)
  expect(home.complaints).toEqual(NO_MESSAGES)
})
