import { expect, test } from 'bun:test'
import { fixedPaths } from '#web/site-pages.ts'
import { startServer } from './harness.ts'

const W3M = Bun.which('w3m')

/** Hidden by style sheets, which text browsers don't read. */
const HIDDEN_PARTS = /Copied!|Leave this empty/

test.skipIf(W3M === null)(
  `text browsers show no hidden parts${W3M === null ? ', but here is no w3m' : ''}`,
  async () => {
    await using server = await startServer()
    for (const path of fixedPaths) {
      const text = await Bun.$`${W3M} -dump ${server.url + path}`.text()
      expect(text.length).toBeGreaterThan(300)
      expect([path, HIDDEN_PARTS.exec(text)?.[0]]).toEqual([path, undefined])
    }
  },
)
