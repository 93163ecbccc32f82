import { expect, test } from 'bun:test'
import { fixedPaths } from '#web/site-pages.ts'
import { startServer } from './harness.ts'
import { htmlErrors } from './valid-html.ts'

test('the HTML of every page is valid', async () => {
  await using server = await startServer()
  for (const path of [...fixedPaths, '/no-such-page']) {
    expect({ path, faults: await htmlErrors(server.url + path) }).toEqual({ path, faults: [] })
  }
})
