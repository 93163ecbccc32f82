import { expect, test } from 'bun:test'
import { backupName, parseOffsiteKeep } from '#domain/backups.ts'
import { expiredBackups } from './retention.ts'

const DAY_MS = 86_400_000
const LAST = Date.parse('2026-03-18T03:30:00.000Z')

const nights = (count: number) =>
  Array.from({ length: count }, (_, ago) => backupName('daily', new Date(LAST - ago * DAY_MS)))

const kept = (names: string[], text: string) => {
  const keep = parseOffsiteKeep(text)
  const expired = keep ? expiredBackups(names, keep, new Date(LAST)) : []
  return names.filter((name) => !expired.includes(name)).map((name) => name.slice(17, 27))
}

test('keeps the last backup of each of the newest days, weeks and months', () => {
  const names = nights(400)
  expect(kept(names, '3d')).toEqual(['2026-03-18', '2026-03-17', '2026-03-16'])
  // Sundays.
  expect(kept(names, '3w')).toEqual(['2026-03-18', '2026-03-15', '2026-03-08'])
  expect(kept(names, '3m')).toEqual(['2026-03-18', '2026-02-28', '2026-01-31'])
  expect(kept(names, '2d 2w 2m')).toEqual(['2026-03-18', '2026-03-17', '2026-03-15', '2026-02-28'])
  expect(kept(names, '7d 4w 12m')).toHaveLength(7 + 2 + 11)
  expect(kept(names, 'all')).toHaveLength(400)
})

test('deletes nothing while no backups are added, and never files of other names or dated ahead', () => {
  const names = nights(5).map((name) => `${name}.age`)
  expect(kept(names, '5d')).toHaveLength(5)
  const others = [
    'passwright-2020-01-01T00-00-00.000Z.db',
    'passwright-before-restore-2020-01-01T00-00-00.000Z.db',
    'passwright-daily-2020-01-01T00-00-00.000Z.db.gz',
    'holiday.jpg',
  ]
  const ahead = backupName('daily', new Date(LAST + 400 * DAY_MS))
  const keep = { days: 2, weeks: 0, months: 0 }
  expect(expiredBackups([...names, ...others, ahead], keep, new Date(LAST))).toEqual(names.slice(2))
})

test.each(['', '0d', '7', 'd', '7y', '7 d', '-1d', '7d4w', '99999d', 'ALL'])('refuses to keep %j', (text) => {
  expect(parseOffsiteKeep(text)).toBeUndefined()
})
