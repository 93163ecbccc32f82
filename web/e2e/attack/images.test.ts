import { expect, test } from 'bun:test'
import { IMAGE_MAX_BYTES } from '#domain/images.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { bytesOf, IMAGE_FILES } from '#src/testing/image-files.ts'
import { startSetUp } from '#web/e2e/administration.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { fromNetwork } from './flood.ts'
import { expectResponsive, watch } from './watchdog.ts'

const IMAGES = shortOrLong(40, 400)
const CLIENTS = 12

/** The maximum size, with unique bytes. */
function largeImage(number: number): Uint8Array<ArrayBuffer> {
  const { jpg } = IMAGE_FILES
  const pixels = new Uint8Array(IMAGE_MAX_BYTES - jpg.byteLength - 2).fill(1 + (number % 250))
  pixels[0] = number >> 8
  return bytesOf(jpg.subarray(0, -2), pixels, [0xff, 0xd9])
}

test('continuous uploads of large images do not delay other requests', async () => {
  await using server = await startSetUp({ flags: MANY_ADDRESSES })
  const authorization = `Bearer ${server.login.token}`
  const statuses = new Set<number>()
  const watched = await watch(server, async ({ signal }) => {
    let next = 0
    const upload = async () => {
      while (next < IMAGES && !signal.aborted) {
        const number = next++
        const headers = { authorization, 'content-type': 'image/jpeg', ...fromNetwork(number) }
        const body = largeImage(number)
        const { status } = await fetch(`${server.url}/api/admin/images`, { method: 'POST', headers, body })
        statuses.add(status)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, upload))
  })
  expectResponsive('Large images', watched)
  expect([...statuses]).toEqual([201])
})
