import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { AppError } from '#src/errors.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { createDatabase, type Database } from './database.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import { contacts, posts } from './schema.ts'
import { findIds } from './search.ts'

const TIME = '2026-03-14T12:00:00.000Z'

const POST = {
  title: 'A title',
  slug: 'a-post',
  excerpt: '',
  content: 'Words',
  status: 'draft',
  tags: ['Keys'],
  metaTitle: '',
  metaDescription: '',
  createdAt: TIME,
  updatedAt: TIME,
} as const

const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Words', createdAt: TIME }

async function writePost(db: Database, content: string): Promise<number> {
  const slug = crypto.randomUUID()
  const { id } = await db
    .insert(posts)
    .values({ ...POST, tags: [...POST.tags], slug, content })
    .returning()
    .get()
  return id
}

const CONTAINED = [
  ['Пароль', 'пароль'],
  ['пароль', 'ПАРОЛЬ'],
  ['ÉCOLE', 'école'],
  ['école', 'ÉCOLE'],
  ['Un café noir', 'cafe'],
  ['Un cafe noir', 'CAFÉ'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδος', 'ΟΔΟΣ'],
  ['Straße', 'STRASSE'],
  ['𐐀𐐁', '𐐨𐐩'],
  ['Password', 'pAsS'],
  ['a [é*?] ^-] b', '[É*?] ^-]'],
  ['100% _sure_', '0% _'],
  ["it's", "'s"],
] as const

const NOT_CONTAINED = [
  ['é?', 'éx'],
  ['éx', 'é?'],
  ['éx', 'é*x'],
  ['100 sure', '100%'],
  ['pass', 'password'],
  ['a-post', 'wordskeys'],
] as const

for (const [engine, open] of ENGINES) {
  test(`${engine}: finds parts of a text, ignoring case and accents but nothing else`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const find = async ([content, text]: readonly [string, string]) => {
      const id = await writePost(db, content)
      const ids = await findIds(db, 'posts', text)
      await db.delete(posts)
      return [content, text, ids.map((it) => it === id)]
    }
    for (const pair of CONTAINED) expect(await find(pair)).toEqual([...pair, [true]])
    for (const pair of NOT_CONTAINED) expect(await find(pair)).toEqual([...pair, []])
  })

  test(`${engine}: finds written and changed rows, and no deleted ones`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const first = await writePost(db, 'one')
    const second = await writePost(db, 'one and two')
    expect(await findIds(db, 'posts', 'one')).toEqual([second, first])
    await db.update(posts).set({ content: 'three' }).where(eq(posts.id, second))
    expect(await findIds(db, 'posts', 'one')).toEqual([first])
    expect(await findIds(db, 'posts', 'three')).toEqual([second])
    await db.delete(posts).where(eq(posts.id, second))
    expect(await findIds(db, 'posts', 'three')).toEqual([])
    await db.delete(posts)
    expect(await db.$count(sql`search_texts`)).toBe(0)
    expect(await db.$count(sql`search_pending`)).toBe(0)
  })

  test(`${engine}: finds only rows that match the filter`, async () => {
    await using database = await open()
    const db = await database.migrated()
    for (const status of ['new', 'read', 'new']) await db.insert(contacts).values({ ...LETTER, status })
    expect(await findIds(db, 'contacts', 'ADA@', eq(contacts.status, 'new'))).toEqual([3, 1])
    expect(await findIds(db, 'posts', 'ADA@')).toEqual([])
  })
  test(`${engine}: finds any part of a long text, and rows beyond one slice`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const words = Array.from({ length: 4_000 }, (_, index) => `wörd${index}`).join(' ')
    const long = await writePost(db, words)
    // Each search is a network call on a server.
    const step = engine === ENGINES[0]?.[0] ? 97 : 997
    for (let at = 0; at + 200 <= words.length; at += step) {
      expect([at, await findIds(db, 'posts', words.slice(at, at + 200))]).toEqual([at, [long]])
    }
    await db.insert(contacts).values(Array.from({ length: 250 }, () => LETTER))
    const ids = Array.from({ length: 250 }, (_, index) => 250 - index)
    expect(await findIds(db, 'contacts', 'ada')).toEqual(ids)
  })

  test(`${engine}: folds a character the same at any piece boundary`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const id = await writePost(db, `x${'𐐀'.repeat(60_000)}`)
    expect(await findIds(db, 'posts', '𐐨'.repeat(100))).toEqual([id])
    const folded = await db.values<[string]>(sql`SELECT folded FROM search_texts`)
    expect(folded.flat().join().includes('𐐀')).toBe(false)
  })

  test(`${engine}: concurrent searches fold each row once`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const id = await writePost(db, 'x'.repeat(10_000))
    const found = await Promise.all([findIds(db, 'posts', 'xx'), findIds(db, 'posts', 'words')])
    expect(found).toEqual([[id], []])
    expect(await db.$count(sql`search_texts`)).toBe(3)
  })

  test(`${engine}: finds rows of an earlier release`, async () => {
    await using database = await open()
    const db = await database.migrated()
    await db.run(sql`DROP TRIGGER contacts_insert_is_searched`)
    await db.insert(contacts).values(LETTER)
    expect(await findIds(db, 'contacts', 'ada')).toEqual([])
    await db.run(sql`INSERT INTO search_pending (source, row_id) SELECT 'contacts', id FROM contacts`)
    expect(await findIds(db, 'contacts', 'ada')).toEqual([1])
  })

  test(`${engine}: an aborted search stops at its next slice`, async () => {
    await using database = await open()
    const db = await database.migrated()
    await writePost(db, 'x'.repeat(500_000))
    await findIds(db, 'posts', 'x')
    const search = findIds(db, 'posts', 'y', undefined, AbortSignal.abort())
    expect(await search.catch((error: unknown) => error)).toBeInstanceOf(AppError)
  })
}

test.each(ENGINES)('folds texts of an earlier release again after an upgrade on %s', async (_, open) => {
  await using database = await open({ isEmpty: true })
  const { engine } = database
  const now = () => new Date(TIME)
  const before = MIGRATIONS.findIndex(({ name }) => name.includes('fold_accented_ligatures'))
  await migrate(engine, { now, migrations: MIGRATIONS.slice(0, before) })
  const db = createDatabase(engine)
  for (const slug of ['Ǣlfric', 'Other', 'ＳＥＯ']) {
    await db.run(sql`
      INSERT INTO posts (title, slug, excerpt, content, status, tags, meta_title, meta_description, created_at, updated_at)
      VALUES ('', ${slug}, '', '', 'draft', '[]', '', '', ${TIME}, ${TIME})`)
  }
  expect(await findIds(db, 'posts', 'other')).toEqual([2])
  await db.run(sql`UPDATE search_texts SET folded = 'ælfric' WHERE row_id = 1`)
  await db.run(sql`UPDATE search_texts SET folded = 'ｓｅｏ' WHERE row_id = 3`)
  expect(await findIds(db, 'posts', 'ǣlfric')).toEqual([])
  await migrate(engine, { now })
  expect(await db.values(sql`SELECT row_id FROM search_pending`)).toEqual([[1], [3]])
  expect(await findIds(db, 'posts', 'ǣlfric')).toEqual([1])
  expect(await findIds(db, 'posts', 'e')).toEqual([3, 2, 1])
})
