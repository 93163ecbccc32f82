import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '#src/db/lock.ts'
import { StartError } from '#src/errors.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { dataFolder, dump } from '#src/testing/data-folder.ts'
import { fullImage } from '#src/testing/fill-database.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { Pipeline } from '#src/testing/hrana.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { isSqldAvailable, sharedSqld } from '#src/testing/sqld.ts'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { copyCommand } from './copy.ts'

const TOKEN = 'let-me-in'

async function machine({ onTold = () => undefined }: { onTold?: (line: string) => unknown } = {}) {
  const folder = await dataFolder(await fullImage())
  const told: string[] = []
  const printed: string[] = []
  const err = (text: string) => {
    told.push(text)
    onTold(text)
  }
  const copy = (args: string[], env: Record<string, string> = {}) =>
    copyCommand.run(args, { env, out: (text) => void printed.push(text), err })
  return { ...folder, told, printed, copy }
}

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(StartError)
  return error instanceof StartError ? error.message : ''
}

test('a copy to a folder reports progress and the result per table', async () => {
  using at = await machine()
  using there = temporaryFolder()
  const target = join(there.path, 'data')
  expect(await at.copy(['--from', at.path, '--to', target])).toBe(0)
  expect(at.told).toContain('keywords: 1,100 rows copied')
  expect(at.told.at(-1)).toBe('Verified: every table matches the source')
  expect(at.printed).toContainEqual(expect.stringMatching(/^posts +129 rows {2}sha256 [\da-f]{16}$/))
  expect(at.printed.at(-1)).toBe(`Copied ${at.path} to ${target}. Everyone has to sign in again.`)
  const file = join(target, 'passwright.db')
  const contentOf = ({ posts, images, contacts }: ReturnType<typeof dump>) => ({ posts, images, contacts })
  // Unlike toMatchObject, toEqual compares bytes fast.
  expect(contentOf(dump(file))).toEqual(contentOf(dump(at.file)))
  const modes = there.contents().map(({ name, mode }) => [name, mode])
  expect(modes).toContainEqual(['data', '700'])
  expect(modes).toContainEqual(['data/passwright.db', '600'])
})

test("the new database's audit log records the copy", async () => {
  using at = await machine()
  using target = await dataFolder()
  rmSync(target.file)
  expect(await at.copy(['--from', at.path, '--to', target.path])).toBe(0)
  await using opened = target.open()
  expect((await auditLog(opened.db)).at(-1)).toMatchObject({
    actor: 'command line',
    action: 'database_restored',
    subject: `copy of ${at.path}`,
  })
})

test('each side has its own token, from its flag or variable, which is never printed', async () => {
  using at = await machine()
  await using server = libsqlServer({ token: TOKEN })
  const to = ['--from', at.path, '--to', server.url]
  const refused = await refusal(at.copy(to, { FROM_AUTH_TOKEN: TOKEN, TO_AUTH_TOKEN: 'another-token' }))
  expect(refused).toMatch(/^The database at 127\.0\.0\.1:\d+ can't be written to: .*401/)
  expect(await at.copy(to, { TO_AUTH_TOKEN: TOKEN })).toBe(0)

  using there = temporaryFolder()
  const from = ['--from', server.url, '--to', there.path]
  expect(await refusal(at.copy(from, { TO_AUTH_TOKEN: TOKEN }))).toMatch(/can't be read: .*401/)
  expect(await at.copy([...from, '--from-auth-token', TOKEN])).toBe(0)
  expect([refused, ...at.told, ...at.printed].join('\n')).not.toMatch(/let-me-in|another-token/)
})

test.each([
  [[], /^Specify both databases: --from FOLDER\|URL --to FOLDER\|URL\.$/],
  [['--from', 'x'], /^Specify both databases/],
  [
    ['--from', 'ftp://x', '--to', 'y'],
    /^--from must be a folder or a libsql:\/\/, https:\/\/ or http:\/\/ address\.$/,
  ],
  [['--from', 'nowhere', '--to', 'y'], /^There is no database in \/\S+nowhere\.$/],
  [
    ['--from', 'http://127.0.0.1:1/?authToken=secret', '--to', 'y'],
    /^The database at 127\.0\.0\.1:1 can't be read: it is not responding\.$/,
  ],
])('rejects %j with one sentence', async (args, sentence) => {
  using at = await machine()
  expect(await refusal(at.copy(args))).toMatch(sentence)
})

test.each([
  ['DROP TABLE prompts; CREATE VIEW prompts AS SELECT 1 AS id', 'the table prompts is missing'],
  [
    'CREATE TRIGGER spy AFTER INSERT ON posts BEGIN DELETE FROM users; END',
    "the trigger spy wasn't created by this program",
  ],
])('refuses a source with %j before writing anything', async (change, fault) => {
  using at = await machine()
  const sqlite = new Sqlite(at.file)
  sqlite.run(change)
  sqlite.close()
  using there = temporaryFolder()
  const refused = await refusal(at.copy(['--from', at.path, '--to', there.path]))
  expect(refused).toBe(`${at.path}: The database is damaged: ${fault}.`)
  expect(there.contents()).toEqual([])
})

test('escapes control characters from a hostile server', async () => {
  using at = await machine()
  const error = { message: '\u001b]0;owned\u0007', code: 'SQLITE_ERROR' }
  using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { requests } = Pipeline.parse(await request.json())
      const results = requests.map(() => ({ type: 'error', error }))
      return Response.json({ baton: 'b', base_url: null, results })
    },
  })
  const refused = await refusal(at.copy(['--from', server.url.href, '--to', at.path]))
  expect(refused).toContain("can't be read: \\u001b]0;owned\\u0007.")
})

test("refuses a folder in use, and a target that isn't empty", async () => {
  using at = await machine()
  using other = await dataFolder()
  const args = ['--from', at.path, '--to', other.path]
  expect(await refusal(at.copy(args))).toBe(
    `There is a database at ${other.path} already. The target must be empty.`,
  )
  const unlock = lockFolder(other.path)
  expect(await refusal(at.copy(args))).toBe(`The data folder ${other.path} is in use by a running server.`)
  unlock()
})

const testWithSqld = test.if(isSqldAvailable)

testWithSqld('a server that dies is named, and repeating completes the copy', async () => {
  const server = await sharedSqld()
  const name = await server.createDatabase()
  const network = await startForwarder(server.port)
  let end: Promise<void> | null = null
  using at = await machine({
    onTold: (line) => {
      if (line.startsWith('contacts')) end = network[Symbol.asyncDispose]()
    },
  })
  const to = (port: number) => ['--from', at.path, '--to', `http://${name}.localhost:${port}`]
  expect(await refusal(at.copy(to(network.port)))).toMatch(
    /^The database at test\d+\.localhost:\d+ can't be written to: it is not responding\. Repeat the command to continue\.$/,
  )
  await end
  expect(at.told).not.toContain('posts: 129 rows copied')
  expect(await at.copy(to(server.port))).toBe(0)
  expect(at.told).toContain('contacts: 4 rows of 4 already there')
  expect(at.told.at(-1)).toBe('Verified: every table matches the source')
})
