import { expect, test } from 'bun:test'
import { openDatabase } from '#src/db/open.ts'
import { contacts } from '#src/db/schema.ts'
import { StartError } from '#src/errors.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { contactsCommand } from './contacts.ts'

const LETTER = { name: 'Eve', subject: 'Hello', message: 'Hi', createdAt: '2026-03-14T12:00:00.000Z' }

async function run(folder: string, ...args: string[]) {
  const lines: string[] = []
  const io = { env: { DATA_DIR: folder }, out: (line: string) => void lines.push(line), err: () => undefined }
  const status = await contactsCommand.run(args, io)
  return { status, text: lines.join('\n') }
}

test("prints one person's messages as JSON, then deletes them", async () => {
  using folder = temporaryFolder()
  const { db, close } = await openDatabase({ dataDir: folder.path, now: () => new Date() })
  await db.insert(contacts).values([
    { ...LETTER, email: 'Eve@example.com' },
    { ...LETTER, email: 'bob@example.com' },
  ])
  await close()
  const exported = await run(folder.path, 'export', '--email', 'eve@example.com')
  expect(JSON.parse(exported.text)).toMatchObject({
    email: 'eve@example.com',
    messages: [{ id: 1, email: 'Eve@example.com', message: 'Hi' }],
  })
  expect(await run(folder.path, 'delete', '--email=eve@example.com')).toEqual({
    status: 0,
    text: 'Deleted 1 message.',
  })
  expect(JSON.parse((await run(folder.path, 'export', '--email=eve@example.com')).text).messages).toEqual([])
})

test.each([
  [[], 'Unknown or missing command: use export or delete.'],
  [['list'], 'Unknown or missing command: use export or delete.'],
  [['delete'], '--email: Enter your email address.'],
  [['delete', '--email', 'eve'], '--email: Enter an email address like name@example.com.'],
  [['delete', '--email', 'eve@example.com'], 'There is no database in'],
])('rejects %j with one sentence', async (args, sentence) => {
  using folder = temporaryFolder()
  const refusal: unknown = await run(folder.path, ...args).catch((error) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(String(refusal)).toContain(sentence)
  expect(folder.contents()).toEqual([])
})
