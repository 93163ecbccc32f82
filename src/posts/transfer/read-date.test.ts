import { expect, test } from 'bun:test'
import { readPostFile } from './post-file.ts'
import { readDate } from './read-date.ts'

test.each([
  ['2024-01-31', '2024-01-31T00:00:00.000Z'],
  ['2024-01-31 10:00:00 +0200', '2024-01-31T08:00:00.000Z'],
  ['2024-01-31T10:00:00.123Z', '2024-01-31T10:00:00.123Z'],
  ['Wed, 31 Jan 2024 10:00:00 +0200', '2024-01-31T08:00:00.000Z'],
  ['Feb 09 2023', '2023-02-09T00:00:00.000Z'],
  ['March 7, 2021', '2021-03-07T00:00:00.000Z'],
  ['2014-11-02 8:07:00 -0500', '2014-11-02T13:07:00.000Z'],
  ['2021-3-7', '2021-03-07T00:00:00.000Z'],
  ['Friday, January 5th, 2024 at 9:05 pm EST', '2024-01-06T02:05:00.000Z'],
  ['Fri Jan 05 2024 10:00:00 GMT+0800 (China Standard Time)', '2024-01-05T02:00:00.000Z'],
  ['Fri Jan  5 10:00:00 UTC 2024', '2024-01-05T10:00:00.000Z'],
  ['2024-07-05 10:00 Europe/Berlin', '2024-07-05T08:00:00.000Z'],
  ['05-Jan-2024', '2024-01-05T00:00:00.000Z'],
  ['5.1.2024', '2024-01-05T00:00:00.000Z'],
  ['13/07/2013', '2013-07-13T00:00:00.000Z'],
  ['07/13/2013', '2013-07-13T00:00:00.000Z'],
  ['20240105', '2024-01-05T00:00:00.000Z'],
  ['20240105T101500Z', '2024-01-05T10:15:00.000Z'],
  ['1700000000', '2023-11-14T22:13:20.000Z'],
  [1_700_000_000_000, '2023-11-14T22:13:20.000Z'],
  [20_240_105, '2024-01-05T00:00:00.000Z'],
  ['5. Mai 2024', '2024-05-05T00:00:00.000Z'],
  ['le 5 février 2024', '2024-02-05T00:00:00.000Z'],
  ['5 de mayo de 2024', '2024-05-05T00:00:00.000Z'],
  ['5 февраля 2024 г.', '2024-02-05T00:00:00.000Z'],
  ['2 Ocak 2023', '2023-01-02T00:00:00.000Z'],
  ['2024年1月5日', '2024-01-05T00:00:00.000Z'],
  ['2024년 1월 5일', '2024-01-05T00:00:00.000Z'],
  ['١٥ يناير ٢٠٢٤', '2024-01-15T00:00:00.000Z'],
])('reads %j', (written, at) => {
  expect(readDate(written)).toEqual({ at, isZoneless: false })
})

test.each([
  ['2011/4/9 21:05:33', '2011-04-09T21:05:33.000Z'],
  ['2024-01-05T10:00', '2024-01-05T10:00:00.000Z'],
  ['3rd of March 2019, 4pm', '2019-03-03T16:00:00.000Z'],
  ['2024年1月5日 10時15分', '2024-01-05T10:15:00.000Z'],
  ['12 gennaio 2023 alle 14:30', '2023-01-12T14:30:00.000Z'],
  ['5. lokakuuta 2023 klo 10.15', '2023-10-05T10:15:00.000Z'],
  ['2023년 10월 5일 오후 3:15', '2023-10-05T15:15:00.000Z'],
])('reads %j as UTC, and says so', (written, at) => {
  expect(readDate(written)).toEqual({ at, isZoneless: true })
})

const LANGUAGES =
  'en de fr es it pt nl pl ru uk cs sk sl hr ro hu tr sv da nb fi et lv lt el bg ca id ar he hi fa ja ko zh'
/** Months that mean another one in another language. */
const AMBIGUOUS = /listopada|\b(?:lip|lis|srp)\b/

test.each(LANGUAGES.split(' '))('reads every weekday and month in the language %s', (language) => {
  const locale = `${language}-u-ca-gregory-nu-latn`
  const format = (options: Intl.DateTimeFormatOptions, at: number) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at)
  for (let day = 0; day < 366; day += 9) {
    const at = Date.UTC(2024, 0, 1 + day)
    const iso = new Date(at).toISOString()
    const [date] = iso.split('T')
    const read = (text: string) => expect(`${text}: ${readDate(text)?.at}`).toBe(`${text}: ${iso}`)
    for (const width of ['long', 'short'] as const) {
      const weekday = format({ weekday: width }, at)
      const texts = [`${weekday} ${date}`, `${weekday}, ${date} 00:00`, `${date} (${weekday})`]
      for (const text of [...texts, `${date} 00:00 ${weekday}`, `${date} ${weekday}`]) {
        read(text)
        read(text.toLocaleUpperCase(language))
      }
      const dates = [{}, { weekday: width }].map((more) =>
        format({ day: 'numeric', month: width, year: 'numeric', ...more }, at),
      )
      for (const text of dates.filter((text) => !AMBIGUOUS.test(text))) read(text)
    }
  }
})

test.each([
  ['Thu, 05 Mar 2020 10:11:12 +0000', '2020-03-05T10:11:12.000Z'],
  ['Tuesday 3 March 2020', '2020-03-03T00:00:00.000Z'],
  ['mar. 12 mars 2024', '2024-03-12T00:00:00.000Z'],
  ['mar 12 abr 2024', '2024-04-12T00:00:00.000Z'],
  ['utorak, 5. listopada 2024.', '2024-10-05T00:00:00.000Z'],
  ['2024-03-11 pon.', '2024-03-11T00:00:00.000Z'],
  ['Thurs 5 Oct 2023 10:15 EST', '2023-10-05T15:15:00.000Z'],
])('reads %s', (written, at) => {
  expect(readDate(written)).toEqual({ at, isZoneless: false })
})

test.each([
  '05/01/2024',
  'Montag 05/01/2024',
  'Montag 2024',
  '2024-03-11 salt',
  '2024-02-30',
  '2024-13-01',
  '2024-01-05 25:00',
  '2024-01-05 10:00 IST',
  '0001-01-01T00:00:00Z',
  '5 listopad 2024',
  '2024',
  'tomorrow',
  '{{ .Date }}',
  '1'.repeat(100_000),
  'Jan '.repeat(100_000),
  true,
  null,
])('reads %.40j as no date', (written) => {
  expect(readDate(written)).toBeNull()
})

test.each([
  ['pubDate: "Feb 09 2023"\nupdatedDate: 2023-03-01', '2023-02-09', '2023-03-01'],
  ['pubDatetime: 2023-02-09T15:22:00Z\nmodDatetime: 2023-03-01T16:52:45.934Z', '2023-02-09', '2023-03-01'],
  ['published: 2023-02-09\nupdated: 2023-03-01', '2023-02-09', '2023-03-01'],
  ['date: 2023/2/9\nlastmod: 2023/3/1', '2023-02-09', '2023-03-01'],
  ['date: { created: 2023-02-09, updated: 2023-03-01 }', '2023-02-09', '2023-03-01'],
  ['date: 2023-02-09\nlast_update: { date: 2023-03-01, author: Ada }', '2023-02-09', '2023-03-01'],
  ['created: 2023-02-09\nmodified: 2023-03-01', '2023-02-09', '2023-03-01'],
  ['datePublished: 2023-02-09\ndate_modified: 2023-03-01', '2023-02-09', '2023-03-01'],
  ['fecha: 9 de febrero de 2023', '2023-02-09', undefined],
  ['日付: 2023年2月9日', '2023-02-09', undefined],
])('takes the dates of a post from %j', (front, published, updated) => {
  const post = readPostFile(`---\n${front}\n---\nText`, { path: 'x.md', now: new Date('2026-03-14') })
  expect([post.publishedAt?.slice(0, 10), post.updatedAt?.slice(0, 10)]).toEqual([published, updated])
  expect(post.keptBack).toEqual([])
})

test('says which time zone was assumed, and left out which date', () => {
  const { notes } = readPostFile('---\ntitle: x\ndate: 2011/4/9 21:05:33\nupdated: lately\n---\nText', {
    path: 'x.md',
    now: new Date('2026-03-14'),
  })
  expect(notes).toEqual([
    'date has no time zone and was read as UTC: 2011/4/9 21:05:33',
    'Unreadable date left out: lately',
  ])
})
