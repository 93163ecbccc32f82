/**
 * Prints the growth of this process in bytes while it reads a page of `length` bytes: `head`, then `part` repeatedly,
 * each # replaced by a number. `charset` defaults to UTF-8; others encode characters up to ÿ as single bytes.
 */
import { createPageReader } from '#src/analyses/page-reader.ts'
import { createLog } from '#src/log.ts'

const [size = '', head = '', part = '', charset = 'utf-8'] = process.argv.slice(2)
const LENGTH = Number(size)
const encoding = charset === 'utf-8' ? 'utf-8' : 'latin1'
let numbers = 0
const page = (length: number) => ({
  url: 'https://site.example/',
  contentType: `text/html; charset=${charset}`,
  body: Buffer.from(
    head +
      part
        .repeat(length / Buffer.byteLength(part, encoding))
        .replaceAll('#', () => (numbers++ % 1000).toString(36)),
    encoding,
  ).subarray(0, LENGTH),
})
const signal = new AbortController().signal
await using reader = createPageReader({
  log: createLog({ format: 'text', now: () => new Date(), write: (line) => process.stderr.write(line) }),
})
const large = page(LENGTH)
// Warm-up: excludes the worker and its code.
await reader.read(page(part.length), signal)
Bun.gc(true)
const before = process.memoryUsage.rss()
let max = before
// The system's maximum includes the parent process.
const sampling = setInterval(() => {
  max = Math.max(max, process.memoryUsage.rss())
}, 2)
await reader.read(large, signal)
clearInterval(sampling)
process.stdout.write(String(max - before))
