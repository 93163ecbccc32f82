import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { appendFileSync, chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { StartError } from '#src/errors.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { createImage } from '#src/images/store.ts'
import { actor } from '#src/testing/actor.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { dataFolder, dump, dumpCopied } from '#src/testing/data-folder.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { IMAGE_FILES } from '#src/testing/image-files.ts'
import { copyDatabase } from './copy.ts'
import { openEmbedded } from './embedded.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import { DATABASE_FILE, openDatabase } from './open.ts'
import { DamagedError } from './read-file.ts'
import { auditEntries, contacts, secrets, sessions, users, visitorSalts, visitors } from './schema.ts'
import { verifyDatabase } from './verify.ts'

const LETTER = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Hello',
  createdAt: '2026-03-14T12:00:00.000Z',
}
const now = () => new Date(0)
const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...LETTER, message: `Letter ${index}\0\u{1f511}` }))
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

async function makeCopy() {
  const folder = await dataFolder()
  {
    await using opened = folder.open()
    await opened.db.insert(contacts).values(letters(200))
  }
  const copy = join(folder.path, 'copy.db')
  const facts = await copyDatabase(folder.file, copy)
  return { ...folder, copy, facts }
}

test('a copy is complete, private to its owner and verified', async () => {
  using at = await makeCopy()
  expect(dumpCopied(at.copy)).toEqual(dumpCopied(at.file))
  expect(at.facts).toEqual(await verifyDatabase(at.copy))
  expect(at.facts.counts).toMatchObject({ contacts: 200, posts: 0 })
  expect((statSync(at.copy).mode & 0o777).toString(8)).toBe('600')
  expect(readdirSync(at.path).filter((name) => name.includes('unfinished'))).toEqual([])
})

test('a copy includes images of posts', async () => {
  using folder = await dataFolder()
  const { webp } = IMAGE_FILES
  {
    await using opened = folder.open()
    await createImage(opened.db, actor, readImageFile(webp), { now: now(), totalMb: 1 })
  }
  const copy = join(folder.path, 'copy.db')
  expect((await copyDatabase(folder.file, copy)).counts).toMatchObject({ images: 1 })
  using read = new Sqlite(copy, { readonly: true })
  expect(read.query('SELECT bytes FROM images').values()).toEqual([[webp]])
})

test('backups contain no visitor hashes, sessions or keys', async () => {
  using folder = await dataFolder()
  const marks = ['hash-of-a-visitor', 'salt-of-today', 'the-signing-key', 'the-session']
  await using opened = folder.open()
  await opened.db.insert(visitors).values({ day: '2026-03-14', hash: Buffer.from('hash-of-a-visitor') })
  await opened.db.insert(visitorSalts).values({ day: '2026-03-14', salt: Buffer.from('salt-of-today') })
  await opened.db.insert(secrets).values({ name: 'signing-key', value: 'the-signing-key' })
  const [user] = await opened.db
    .insert(users)
    .values({
      ...{ username: 'ada', email: 'ada@example.com', passwordHash: '' },
      ...{ role: 'admin', isActive: true, createdAt: '' },
    })
    .returning()
  await opened.db
    .insert(sessions)
    .values({ id: 'the-session', userId: user?.id ?? 0, createdAt: '', lastUsedAt: '' })
  const copy = join(folder.path, 'copy.db')
  await copyDatabase(folder.file, copy)
  const bytes = readFileSync(copy)
  for (const mark of marks) expect([mark, bytes.includes(mark)]).toEqual([mark, false])
})

test('any changed byte in a copy is detected', async () => {
  using at = await makeCopy()
  const good = readFileSync(at.copy)
  const path = join(at.path, 'changed.db')
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: good.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (offset, change) => {
        const bytes = Buffer.from(good)
        bytes.writeUInt8((bytes.readUInt8(offset) + change) % 256, offset)
        writeFileSync(path, bytes)
        expect(await failure(verifyDatabase(path))).toBeInstanceOf(StartError)
      },
    ),
    { numRuns: shortOrLong(40, 2000) },
  )
})

test('truncated and extended copies are detected', async () => {
  using at = await makeCopy()
  const good = readFileSync(at.copy)
  const path = join(at.path, 'cut.db')
  for (const length of [0, 1, 99, 100, 512, 4096, 4097, good.length - 4096, good.length - 1]) {
    writeFileSync(path, good.subarray(0, length))
    expect([length, (await failure(verifyDatabase(path))) instanceof DamagedError]).toEqual([length, true])
  }
  writeFileSync(path, good)
  appendFileSync(path, 'x')
  expect(await failure(verifyDatabase(path))).toBeInstanceOf(DamagedError)
})

test('truncation is detected without a checksum, too', async () => {
  using folder = await dataFolder()
  const good = readFileSync(folder.file)
  writeFileSync(folder.file, good.subarray(0, -1))
  expect(await failure(verifyDatabase(folder.file))).toHaveProperty(
    'message',
    `${folder.file} is damaged: the file is truncated.`,
  )
})

test('rows with missing parents count as damage', async () => {
  using folder = await dataFolder()
  const sqlite = new Sqlite(folder.file)
  sqlite.run("INSERT INTO sessions VALUES ('x', 77, '', '', '', '', '', 0)")
  sqlite.close()
  expect(await failure(verifyDatabase(folder.file))).toHaveProperty(
    'message',
    `${folder.file} is damaged: a row of sessions references a missing row of users.`,
  )
})

test.each([
  ['DROP TABLE former_slugs', 'the table former_slugs is missing'],
  ['DROP TRIGGER posts_insert_counts', 'the trigger posts_insert_counts is missing'],
  ['ALTER TABLE contacts ADD COLUMN x TEXT', 'the table contacts has a changed definition'],
  [
    "CREATE TRIGGER t AFTER INSERT ON contacts BEGIN UPDATE users SET role = 'super_admin'; END",
    "the trigger t wasn't created by this program",
  ],
  ['CREATE VIEW v AS SELECT * FROM users', "the view v wasn't created by this program"],
  ['CREATE UNIQUE INDEX i ON contacts (name)', "the index i wasn't created by this program"],
  ["CREATE INDEX i ON contacts (name) WHERE name <> ''", "the index i wasn't created by this program"],
  ['CREATE INDEX i ON contacts (json(name))', "the index i wasn't created by this program"],
  ['CREATE INDEX i ON contacts (1 / id)', "the index i wasn't created by this program"],
  [
    'CREATE INDEX i ON contacts (name COLLATE NOCASE, lower(email))',
    "the index i wasn't created by this program",
  ],
  ['CREATE TABLE n (a REFERENCES posts)', 'the table n references the table posts'],
  ['CREATE TABLE n (a REFERENCES POSTS (id) ON DELETE CASCADE)', 'the table n references the table POSTS'],
  [`CREATE TABLE "n""'é" (a REFERENCES "posts" (id))`, 'the table n??? references the table posts'],
  [
    'CREATE TABLE post_index_content (a REFERENCES posts)',
    'the table post_index_content references the table posts',
  ],
  ['CREATE INDEX i ON post_index_docsize (json(sz))', "the index i wasn't created by this program"],
  ['CREATE VIRTUAL TABLE n USING fts5 (a)', "the table n wasn't created by this program"],
  ['CREATE VIEW sqlitest AS SELECT 1', "the view sqlitest wasn't created by this program"],
])('a database with %j counts as damaged', async (statement, words) => {
  using folder = await dataFolder()
  const sqlite = new Sqlite(folder.file)
  sqlite.run(statement)
  sqlite.close()
  expect(await failure(verifyDatabase(folder.file))).toHaveProperty(
    'message',
    `${folder.file} is damaged: ${words}.`,
  )
})

test('databases of any release are valid, including those with extra tables or indexes', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'any.db')
  for (const { id } of MIGRATIONS) {
    const engine = openEmbedded(path)
    await migrate(engine, { now, migrations: MIGRATIONS.filter((migration) => migration.id <= id) })
    if (id === 1) await engine.script(EXTRAS)
    await engine.close()
    expect((await verifyDatabase(path)).version).toBe(id)
  }
})

const EXTRAS = `
  CREATE TABLE notes (a, b);
  CREATE INDEX notes_a ON notes (a);
  CREATE INDEX "notes_b" ON "notes"("a" COLLATE NOCASE DESC, b);
  CREATE INDEX [notes "é"] ON \`notes\` ([a], \`b\` COLLATE rtrim);
  CREATE TABLE more (id INTEGER PRIMARY KEY, a TEXT UNIQUE, b REFERENCES more);`

test('a copy put in place by hand works, and so does its own copy', async () => {
  using at = await makeCopy()
  writeFileSync(at.file, readFileSync(at.copy))
  const { db, close } = await openDatabase({ dataDir: at.path, now })
  await db.insert(contacts).values(letters(1))
  await close()
  expect((await verifyDatabase(at.file)).counts.contacts).toBe(201)
  const again = join(at.path, 'again.db')
  expect((await copyDatabase(at.file, again)).counts.contacts).toBe(201)
})

test('a failed copy leaves no file and keeps the previous one', async () => {
  using at = await makeCopy()
  const before = dump(at.copy)
  writeFileSync(at.file, readFileSync(at.file).fill(0xa5, 4096))
  expect(await failure(copyDatabase(at.file, at.copy))).toBeInstanceOf(Error)
  expect(await failure(copyDatabase(join(at.path, 'nowhere.db'), join(at.path, 'b.db')))).toBeInstanceOf(
    Error,
  )
  expect(await failure(copyDatabase(at.copy, join(at.path, 'no', 'folder', 'b.db')))).toBeInstanceOf(Error)
  expect(readdirSync(at.path).sort()).toEqual(['copy.db', DATABASE_FILE, 'secrets.key'])
  expect(dump(at.copy)).toEqual(before)
})

test('a copy of a database at rest includes the log of a killed server and modifies neither', async () => {
  using folder = await dataFolder()
  using elsewhere = await dataFolder()
  await using opened = folder.open()
  await opened.db.insert(contacts).values(letters(7))
  for (const suffix of ['', '-wal', '-shm']) {
    writeFileSync(`${elsewhere.file}${suffix}`, readFileSync(`${folder.file}${suffix}`))
  }
  const before = elsewhere.contents()
  const copy = join(folder.path, 'copy.db')
  const { counts } = await copyDatabase(elsewhere.file, copy, { isAtRest: true })
  expect(counts.contacts).toBe(7)
  expect(elsewhere.contents()).toEqual(before)
})

test('copies made during writes are consistent and contain every acknowledged write', async () => {
  using folder = await dataFolder()
  await using opened = folder.open()
  const { db } = opened
  let answered = 0
  let isWriting = true
  const write = async () => {
    while (isWriting) {
      await db.batch([
        db.insert(contacts).values(letters(1)),
        db.insert(auditEntries).values({ at: '2026-03-14', action: 'contact_deleted' }),
      ])
      answered += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const writing = write()
  const worker = new Worker(import.meta.resolve('#src/backups/copy-worker.ts'))
  const copy = join(folder.path, 'copy.db')
  for (let round = 0; round < shortOrLong(4, 40); round++) {
    const before = answered
    const copied = new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }))
    worker.postMessage({ source: folder.file, target: copy })
    await copied
    const { counts } = await verifyDatabase(copy)
    expect(counts.contacts).toBe(counts.audit_entries ?? 0)
    expect(counts.contacts).toBeGreaterThanOrEqual(before)
  }
  isWriting = false
  await writing
  worker.terminate()
  expect(answered).toBeGreaterThan(0)
})

const isRoot = process.getuid?.() === 0

test(`files that root creates belong to the owner of the folder${isRoot ? '' : ' (skipped: not root)'}`, async () => {
  using folder = temporaryFolder()
  const { path } = folder
  const owner = isRoot ? 4711 : statSync(path).uid
  chownSync(path, owner, statSync(path).gid)
  const engine = openEmbedded(join(path, DATABASE_FILE))
  await migrate(engine, { now, migrations: MIGRATIONS.slice(0, -1) })
  await engine.close()
  const { close, upgrade } = await openDatabase({ dataDir: path, now })
  await close()
  const made = [join(path, 'backups'), upgrade?.backup ?? '']
  expect(made.map((file) => statSync(file).uid)).toEqual([owner, owner])
})
