import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { printFigures } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { countInMemory } from '#src/testing/process-memory.ts'

const VISITORS = 40

/** Freed memory may begin with the allocator's own bytes: the middle identifies the secret as well. */
const middleOf = (secret: Uint8Array) => Buffer.from(secret).subarray(12, 28)

/** Encodings in which bytes may appear in memory. */
const spellings = (bytes: Buffer) => [
  bytes,
  Buffer.from(bytes.toString('hex')),
  Buffer.from(bytes.toString('hex'), 'utf16le'),
  Buffer.from(bytes.toString('hex').toUpperCase()),
  Buffer.from(bytes.subarray(0, 15).toString('base64')),
]

/** A process with its own database, controlled by lines on stdin. */
function startDays(path: string) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../testing/count-visitors.ts'), path], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = child.stdout.getReader()
  return {
    pid: child.pid,
    send: async (line: string) => {
      child.stdin.write(`${line}\n`)
      await child.stdin.flush()
      const { value } = await reader.read()
      expect(new TextDecoder().decode(value)).toBe('done\n')
    },
    [Symbol.asyncDispose]: async () => {
      await child.stdin.end()
      await child.exited
    },
  }
}

function secretsIn(path: string): { salt: Buffer; hashes: Buffer[] } {
  using sqlite = new Sqlite(path, { readonly: true })
  const blobs = (query: string) =>
    sqlite
      .query(query)
      .values()
      .map(([blob]) => (blob instanceof Uint8Array ? middleOf(blob) : Buffer.alloc(0)))
  const [salt = Buffer.alloc(0)] = blobs('SELECT salt FROM visitor_salts')
  return { salt, hashes: blobs('SELECT hash FROM visitors') }
}

function copiesOf(pid: number, secrets: Buffer[]): number[] {
  const counts = countInMemory(pid, secrets.flatMap(spellings))
  const width = counts.length / secrets.length
  return secrets.map((_, index) =>
    counts.slice(index * width, (index + 1) * width).reduce((a, b) => a + b, 0),
  )
}

test.if(process.platform === 'linux')(
  "after midnight the process's memory contains neither salt nor hashes",
  async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'visitors.db')
    await using days = startDays(path)
    await days.send(String(VISITORS))
    const { salt, hashes } = secretsIn(path)
    expect(hashes.length).toBe(VISITORS)
    const before = copiesOf(days.pid, [salt, ...hashes])
    await days.send('next day')
    const after = copiesOf(days.pid, [salt, ...hashes])
    const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0)
    printFigures('Memory after midnight', {
      'copies of the salt before': before[0] ?? 0,
      'copies of hashes before': sum(before.slice(1)),
      'copies of the salt after': after[0] ?? 0,
      'copies of hashes after': sum(after.slice(1)),
    })
    expect(before[0]).toBeGreaterThan(0)
    expect(before.slice(1).filter((count) => count === 0)).toEqual([])
    expect(sum(after)).toBe(0)
  },
)
