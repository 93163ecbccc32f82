import { expect, test } from 'bun:test'
import { openDatabase } from '#src/db/open.ts'
import { contacts } from '#src/db/schema.ts'
import { StartError } from '#src/errors.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { contactsCommand } from './contacts.ts'

const LETTER = { name: 'Eve', subject: 'Hello', message: 'Hi', createdAt: '2026-03-14T12:00:00.000Z' }

async function run(folder: string, args: string[], answer: boolean | null = null) {
  const lines: string[] = []
  const questions: string[] = []
  const confirm = async (question: string) => {
    questions.push(question)
    return answer
  }
  const io = { env: { DATA_DIR: folder }, out: (line: string) => void lines.push(line), err: () => undefined }
  const status = await contactsCommand({ confirm })
    .run(args, io)
    .catch((error: unknown) => {
      if (error instanceof StartError) return error.message
      throw error
    })
  return { status, questions, text: lines.join('\n') }
}

test("prints one person's messages as JSON, then deletes them after a yes", async () => {
  using folder = temporaryFolder()
  const { db, close } = await openDatabase({ dataDir: folder.path, now: () => new Date() })
  await db.insert(contacts).values([
    { ...LETTER, email: 'Eve@example.com' },
    { ...LETTER, email: 'bob@example.com' },
  ])
  await close()
  const exported = await run(folder.path, ['export', '--email', 'eve@example.com'])
  expect(JSON.parse(exported.text)).toMatchObject({
    email: 'eve@example.com',
    messages: [{ id: 1, email: 'Eve@example.com', message: 'Hi' }],
  })
  const deletion = ['delete', '--email=eve@example.com']
  expect(await run(folder.path, deletion, false)).toEqual({
    status: 'Nothing was changed.',
    questions: ['Delete 1 message from eve@example.com?'],
    text: '',
  })
  expect((await run(folder.path, deletion)).status).toBe('No terminal to ask for confirmation: use --yes.')
  expect(await run(folder.path, deletion, true)).toMatchObject({ status: 0, text: 'Deleted 1 message.' })
  const again = await run(folder.path, [...deletion, '--yes'])
  expect(again).toEqual({ status: 0, questions: [], text: 'Deleted 0 messages.' })
})

test.each([
  [[], 'Unknown or missing command: use export or delete.'],
  [['list'], 'Unknown or missing command: use export or delete.'],
  [['delete'], "Please give the sender's address: --email ADDRESS."],
  [['export', '--email', 'eve@example.com', '--yes'], 'Unknown flag: --yes'],
  [['delete', '--email', 'eve'], '--email: Enter an email address like name@example.com.'],
  [['delete', '--email', 'eve@example.com'], 'There is no database in'],
])('rejects %j with one sentence', async (args, sentence) => {
  using folder = temporaryFolder()
  expect((await run(folder.path, args)).status).toStartWith(sentence)
  expect(folder.contents()).toEqual([])
})
