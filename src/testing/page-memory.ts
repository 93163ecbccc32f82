/**
 * Prints by how many bytes the memory of this process grows while a page of five megabytes is read: `head` and then `part`,
 * repeated. Each # in `part` is another number. The page says that it is in `charset`, UTF-8 unless told, and characters up
 * to ÿ are its bytes where that is another.
 */
import { createPageReader } from '#src/analyses/page-reader.ts'
import { createLog } from '#src/log.ts'

const LENGTH = 5 * 1024 * 1024
const [head = '', part = '', charset = 'utf-8'] = process.argv.slice(2)
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
// The thread itself, and the code that it loads, are no growth.
await reader.read(page(part.length), signal)
Bun.gc(true)
const before = process.memoryUsage.rss()
let most = before
// The system's own record of the most won't do: it has that of the process which started this one, too.
const looking = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 2)
await reader.read(large, signal)
clearInterval(looking)
process.stdout.write(String(most - before))
