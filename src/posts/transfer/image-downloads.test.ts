import { expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { statusFailure } from '#src/lib/public-fetch/failures.ts'
import type { PublicFetch } from '#src/lib/public-fetch/public-fetch.ts'
import { createDownloads } from './image-downloads.ts'

const BODY = new Uint8Array([1])
const good = (url: string) => ({
  kind: 'page' as const,
  url,
  status: 200,
  contentType: null,
  body: BODY,
  wireBytes: 1,
  milliseconds: 1,
})

const at = (host: string, count: number) =>
  Array.from({ length: count }, (_, index) => new URL(`https://${host}/${index}.png`))

test('limits parallel downloads, overall and per host', async () => {
  const under = new Map<string, number>()
  const most = { all: 0, host: 0 }
  const fetch: PublicFetch = async (address) => {
    const { host } = new URL(address)
    under.set(host, (under.get(host) ?? 0) + 1)
    most.host = Math.max(most.host, ...under.values())
    most.all = Math.max(
      most.all,
      [...under.values()].reduce((sum, one) => sum + one),
    )
    await setImmediate()
    under.set(host, (under.get(host) ?? 0) - 1)
    return good(address)
  }
  const download = createDownloads({ fetch, clock: () => 0 })
  const urls = ['a.example', 'b.example', 'c.example'].flatMap((host) => at(host, 8))
  expect(await Promise.all(urls.map(download))).toEqual(urls.map(() => BODY))
  expect(most).toEqual({ all: 4, host: 2 })
})

test('skips a host that keeps failing', async () => {
  const requests: string[] = []
  const fetch: PublicFetch = async (address) => {
    requests.push(address)
    return { kind: 'failure', reason: 'Timed out.' }
  }
  const download = createDownloads({ fetch, clock: () => 0, limits: { hostFailures: 3, perHost: 1 } })
  const results = await Promise.all([...at('a.example', 5), ...at('b.example', 1)].map(download))
  expect(requests).toHaveLength(4)
  expect(results.at(4)).toMatchObject({ reason: 'Too many downloads from this host failed.' })
})

test('missing images do not count as failures of the host', async () => {
  const fetch: PublicFetch = async (address) =>
    address.endsWith('/4.png') ? good(address) : { kind: 'failure', reason: statusFailure(404).reason }
  const download = createDownloads({ fetch, clock: () => 0, limits: { hostFailures: 3, perHost: 1 } })
  expect((await Promise.all(at('a.example', 5).map(download))).at(-1)).toBe(BODY)
})

test('limits the number and duration of downloads', async () => {
  let time = 0
  const fetch: PublicFetch = async (address) => {
    time += 10
    return good(address)
  }
  const most = { images: 3, perHost: 1 }
  const reasons = async (limits: object) => {
    time = 0
    const download = createDownloads({ fetch, clock: () => time, limits: { ...most, ...limits } })
    const results = await Promise.all(at('a.example', 5).map(download))
    return results.map((result) => (result instanceof Uint8Array ? 'image' : result.reason))
  }
  const tooMany = 'An import downloads at most 3 images.'
  expect(await reasons({})).toEqual(['image', 'image', 'image', tooMany, tooMany])
  const over = 'The time limit for downloads is reached.'
  expect(await reasons({ milliseconds: 15 })).toEqual(['image', 'image', over, tooMany, tooMany])
})
