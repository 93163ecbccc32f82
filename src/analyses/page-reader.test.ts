import { expect, test } from 'bun:test'
import { createLog } from '#src/log.ts'
import { createPageReader } from './page-reader.ts'
import type { PageInput } from './page-reading.ts'

const never = new AbortController().signal

function pageOf(html: string): PageInput {
  return { url: 'https://shop.example/', contentType: 'text/html', body: new TextEncoder().encode(html) }
}

function readerWith(options: { patienceMs?: number; idleMs?: number } = {}) {
  const lines: string[] = []
  const log = createLog({ format: 'json', now: () => new Date(0), write: (line) => lines.push(line) })
  return { lines, reader: createPageReader({ log, ...options }) }
}

test('a page is read in a thread of its own', async () => {
  await using reader = readerWith().reader
  const reading = await reader.read(pageOf('<title>Bees</title><h1>Bees</h1><p>Bees make honey.'), never)
  expect(reading).toMatchObject({ title: 'Bees', totalHeadings: 1, wordCount: 4 })
})
