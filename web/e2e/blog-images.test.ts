import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { IMAGES_API_PATH, parseImagePath } from '#domain/images.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { exifOf, withJpegSegment } from '#src/testing/image-files.ts'
import { startSetUp, toast } from './administration.ts'
import { createButton, field, openBlog } from './blog-management.ts'
import { visitor } from './harness.ts'
import { keepToasts } from './kept-toasts.ts'

/** A JPEG with GPS coordinates in its Exif. */
async function photo(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d')
      if (context) Object.assign(context, { fillStyle: `rgb(9 ${height % 256} 99)` })
      context?.fillRect(width / 4, height / 4, width / 2, height / 2)
      return canvas.toDataURL('image/jpeg')
    },
    [width, height] as const,
  )
  const jpeg = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  return Buffer.from(withJpegSegment(jpeg, 0xe1, exifOf(1)))
}

/** Pastes or drops a file. */
const pasteOrDrop = (area: Locator, event: 'paste' | 'drop', file: Buffer) =>
  area.evaluate(
    (element, [event, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], `${event}.jpg`, { type: 'image/jpeg' }))
      const about = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent(event, { ...about, clipboardData: transfer })
          : new DragEvent(event, { ...about, dataTransfer: transfer }),
      )
    },
    [event, file.toString('base64')] as const,
  )

test('images can be chosen, pasted and dropped, and are published without metadata', async () => {
  await using server = await startSetUp()
  await using visit = await visitor()
  const { page } = visit
  await keepToasts(page)
  await openBlog(page, server)
  await page.getByRole('button', { name: 'New Post' }).click()
  await field(page, 'Title').fill('With images')
  const content = field(page, 'Content')
  await content.fill('Before\n\nAfter')
  const description = page.getByRole('textbox', { name: 'Image description' })
  const insert = page.getByRole('button', { name: 'Insert image' })

  await page.route(`**${IMAGES_API_PATH}`, (route) => route.abort())
  const chosen = { name: 'chosen.jpg', mimeType: 'image/jpeg', buffer: await photo(page, 2400, 1500) }
  await page.locator('input[type=file]').setInputFiles(chosen)
  await page.getByText('The server did not respond. Please try again.').waitFor()
  expect(await content.inputValue()).toBe('Before\n\nAfter')
  await page.unroute(`**${IMAGES_API_PATH}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Uploaded, 1600 × 1000 pixels').waitFor()
  await createButton(page).click()
  await page.getByText('Please insert the added images first, or remove them.').waitFor()
  await description.fill('A safe [old]')
  await page.getByRole('textbox', { name: 'Caption (optional)' }).fill('Made in 1890')
  await content.evaluate((area) => {
    if (area instanceof HTMLTextAreaElement) area.setSelectionRange(6, 6)
  })
  await insert.click()
  const [, first = ''] =
    /^Before\n\n!\[A safe \\\[old\\\]\]\((\S+) "Made in 1890"\)\n\nAfter$/.exec(await content.inputValue()) ??
    []
  await page.keyboard.press('Control+z')
  expect(await content.inputValue()).toBe('Before\n\nAfter')
  await page.keyboard.press('Control+Shift+z')
  expect(await content.inputValue()).toContain(first)

  for (const [event, width] of [
    ['paste', 300],
    ['drop', 310],
  ] as const) {
    await pasteOrDrop(content, event, await photo(page, width, 200))
    await description.fill(`By ${event}`)
    await page.getByText(`Uploaded, ${width} × 200 pixels`).waitFor()
    await description.press('Enter')
    await description.waitFor({ state: 'detached' })
  }
  const paths = Array.from(
    (await content.inputValue()).matchAll(/\((\/images\/\S+?)[) ]/g),
    ([, path = '']) => path,
  )
  expect(paths.map(parseImagePath)).toEqual([
    { id: expect.any(String), width: 1600, height: 1000, extension: 'webp' },
    { id: expect.any(String), width: 300, height: 200, extension: 'webp' },
    { id: expect.any(String), width: 310, height: 200, extension: 'webp' },
  ])
  for (const path of paths) {
    const bytes = new Uint8Array(await (await fetch(server.url + path)).arrayBuffer())
    expect(readImageFile(bytes)).toMatchObject({ extension: 'webp', bytes })
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Exif|GPS-SECRET/)
  }

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('figure', { name: 'Made in 1890' }).waitFor()
  await field(page, 'Status').selectOption('Published')
  await createButton(page).click()
  await toast(page, 'Blog post created successfully').waitFor()
  await page.goto(`${server.url}/blog/with-images`)
  const figure = page.getByRole('figure', { name: 'Made in 1890' })
  await figure.getByRole('img', { name: 'A safe [old]' }).waitFor()
  const shown = await page.locator('article img').evaluateAll(async (images) =>
    Promise.all(
      images.map(async (image) => {
        if (!(image instanceof HTMLImageElement)) return null
        await image.decode()
        const { width, height } = image.attributes.getNamedItem('width') ? image : { width: 0, height: 0 }
        const fits = image.getBoundingClientRect().right <= document.documentElement.clientWidth
        return [image.alt, image.naturalWidth, image.loading, fits && width > 0 && height > 0]
      }),
    ),
  )
  expect(shown).toEqual([
    ['A safe [old]', 1600, 'auto', true],
    ['By paste', 300, 'lazy', true],
    ['By drop', 310, 'lazy', true],
  ])
  const aborted = visit.complaints.filter((text) => !text.includes('net::ERR_FAILED'))
  expect(aborted).toEqual([])
})
