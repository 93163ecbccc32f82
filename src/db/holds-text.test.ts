import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { SEARCH_MAX } from '#domain/search.ts'
import { ENGINES } from '#src/testing/engines.ts'
import type { Database } from './database.ts'
import { holdsText } from './holds-text.ts'

async function isFound(db: Database, text: string, search: string): Promise<boolean> {
  const row = await db.get<[number]>(sql`SELECT ${holdsText(sql`${text}`, search)}`)
  return row[0] === 1
}

for (const [engine, open] of ENGINES) {
  test.each([
    ['Пароль', 'пароль'],
    ['пароль', 'ПАРОЛЬ'],
    ['ÉCOLE', 'école'],
    ['école', 'ÉCOLE'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος', 'ΟΔΟΣ'],
    ['Straße', 'STRAß'],
    ['𐐀𐐁', '𐐨𐐩'],
    ['Password', 'pAsS'],
    ['a [é*?] ^-] b', '[É*?] ^-]'],
    ['x', ''],
  ])(`${engine}: in %j, %j is found`, async (text, search) => {
    await using database = await open()
    expect(await isFound(await database.migrated(), text, search)).toBe(true)
  })

  test.each([
    ['é?', 'éx'],
    ['éx', 'é?'],
    ['éx', 'é*x*y'],
    ['éxy', 'é*y'],
    ['éa', 'é[a]'],
    ['école', 'ecole'],
    ['pass', 'password'],
  ])(`${engine}: in %j, %j is not found`, async (text, search) => {
    await using database = await open()
    expect(await isFound(await database.migrated(), text, search)).toBe(false)
  })

  test(`${engine}: every part of a text is found in it, and the longest search is taken`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const printable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(printable, printable, printable, async (before, part, after) => {
        expect(await isFound(db, before + part + after, part)).toBe(true)
      }),
      { numRuns: 50 },
    )
    expect(await isFound(db, 'Ж', 'ж'.repeat(SEARCH_MAX))).toBe(false)
    expect(await isFound(db, 'Σ'.repeat(SEARCH_MAX), 'ς'.repeat(SEARCH_MAX))).toBe(true)
  })
}
