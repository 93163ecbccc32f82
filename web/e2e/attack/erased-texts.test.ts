import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BACKUP_FOLDER, backupName } from '#domain/backups.ts'
import { unfinishedName } from '#src/db/copy.ts'
import { printFigures } from '#src/testing/attack.ts'
import { countInMemory } from '#src/testing/process-memory.ts'
import { until } from '#src/testing/time-limits.ts'
import { callApi, PASSWORD, startSetUp } from '#web/e2e/administration.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'

type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: { id: number } }>

/** Writes `text` by the API, and returns how to erase it. */
type Kind = { write(call: Call, text: string): Promise<{ method: string; path: string; body?: unknown }> }

const CONTACTS = '/api/admin/contacts'
const POSTS = '/api/admin/blog/posts'

async function sendMessage(call: Call, text: string): Promise<number> {
  const email = `${text}@example.com`
  const { body } = await call('POST', '/api/contact', {
    name: text,
    email,
    subject: text,
    message: longer(text),
  })
  return body.id
}

const post = (text: string) => ({
  title: 'Title',
  content: longer(text),
  slug: '',
  excerpt: text,
  tags: [text],
  metaTitle: text,
  metaDescription: text,
})

/** Long enough for a page of its own. */
const longer = (text: string) =>
  Array.from({ length: 50 }, (_, index) => `${text} is word ${index}`).join(' ')

const KINDS: Record<string, Kind> = {
  canarymessage: {
    write: async (call, text) => ({ method: 'DELETE', path: `${CONTACTS}/${await sendMessage(call, text)}` }),
  },
  canaryselected: {
    write: async (call, text) => {
      const ids = [await sendMessage(call, text)]
      return { method: 'POST', path: `${CONTACTS}/bulk-delete`, body: { ids } }
    },
  },
  canaryperson: {
    write: async (call, text) => {
      await sendMessage(call, text)
      return { method: 'POST', path: `${CONTACTS}/person/delete`, body: { email: `${text}@example.com` } }
    },
  },
  canarydraft: {
    write: async (call, text) => {
      const { body } = await call('POST', POSTS, post(text))
      return { method: 'DELETE', path: `${POSTS}/${body.id}` }
    },
  },
  canaryprompt: {
    write: async (call, text) => {
      const template = { name: 'P', description: text, systemPrompt: longer(text), userPromptTemplate: text }
      const { body } = await call('POST', '/api/admin/ai-prompts', template)
      return { method: 'DELETE', path: `/api/admin/ai-prompts/${body.id}` }
    },
  },
  canarykeyword: {
    write: async (call, text) => {
      const csvData = Array.from({ length: 300 }, (_, index) => ({ Keyword: `${text} ${index}` }))
      await call('POST', '/api/admin/competitor-keywords/upload', { csvData, uploadBatch: 'upload_1_a' })
      return { method: 'DELETE', path: '/api/admin/competitor-keywords/batches/upload_1_a' }
    },
  },
  canaryuser: {
    write: async (call, text) => {
      const email = `${text}@example.com`
      const { body } = await call('POST', '/api/admin/users', {
        username: 'bob',
        email,
        password: PASSWORD,
        role: 'moderator',
      })
      return { method: 'DELETE', path: `/api/admin/users/${body.id}` }
    },
  },
}

/** Texts that leave the files only after the next minute or search merge. */
const LATER: Record<string, Kind> = {
  canarypublished: {
    write: async (call, text) => {
      const { body } = await call('POST', POSTS, { ...post(text), status: 'published' })
      return { method: 'DELETE', path: `${POSTS}/${body.id}` }
    },
  },
  canaryreplaced: {
    write: async (call, text) => {
      const { body } = await call('POST', POSTS, post(text))
      // Kept as a revision until the post is deleted.
      await call('PUT', `${POSTS}/${body.id}`, post('other'))
      return { method: 'DELETE', path: `${POSTS}/${body.id}` }
    },
  },
}

function countInFiles(folder: string, texts: string[]): Record<string, number> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
  return countEach(texts, (text) => files.reduce((sum, file) => sum + file.split(text).length - 1, 0))
}

function countInServer({ pid }: Server, texts: string[]): Record<string, number> {
  const spelled = (['latin1', 'utf16le'] as const).flatMap((as) => texts.map((text) => Buffer.from(text, as)))
  const counts = countInMemory(pid, spelled)
  return countEach(texts, (_, index) => (counts[index] ?? 0) + (counts[index + texts.length] ?? 0))
}

const countEach = (texts: string[], count: (text: string, index: number) => number) =>
  Object.fromEntries(
    texts.map((text, index) => [text, count(text, index)] as const).filter(([, found]) => found > 0),
  )

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)

test.if(process.platform === 'linux')(
  'erased texts are in no file at once, even after a kill, and not in memory after restarts',
  async () => {
    await using server = await startSetUp()
    const call: Call = async (method, path, body) => {
      const answer = await callApi(server, method, path, body, server.login.token)
      expect([method, path, Math.floor(answer.status / 100)]).toEqual([method, path, 2])
      return answer
    }
    const writing = Object.entries({ ...KINDS, ...LATER })
    const erasures: { text: string; erasure: Awaited<ReturnType<Kind['write']>> }[] = []
    for (const [text, { write }] of writing) erasures.push({ text, erasure: await write(call, text) })
    const all = writing.map(([text]) => text)
    const before = countInFiles(server.folder, all)
    expect(Object.keys(before)).toEqual(all)

    await call('POST', '/api/admin/account/proof', { password: PASSWORD })
    for (const { text, erasure } of erasures) {
      await call(erasure.method, erasure.path, erasure.body)
      if (text in KINDS) expect([text, countInFiles(server.folder, [text])]).toEqual([text, {}])
    }
    await server.stop('SIGKILL')
    expect(countInFiles(server.folder, Object.keys(KINDS))).toEqual({})

    const backups = join(server.folder, 'data', BACKUP_FOLDER)
    mkdirSync(backups, { recursive: true })
    const interrupted = join(backups, unfinishedName(backupName('daily', new Date())))
    writeFileSync(interrupted, all.join())
    utimesSync(interrupted, 0, 0)
    await using restarted = await startServer({ folder: server.folder })
    await until('no file contains an erased text', () => sum(countInFiles(server.folder, all)) === 0)
    expect(await restarted.stop()).toBe(0)

    await using last = await startServer({ folder: server.folder })
    const inMemory = countInServer(last, all)
    printFigures('Erased texts', {
      kinds: all.length,
      'in files before': sum(before),
      'in files after': 0,
      'in memory after restarts': sum(inMemory),
    })
    expect(inMemory).toEqual({})
  },
)
