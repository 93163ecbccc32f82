import { expect, setSystemTime, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { showDate, showMoment } from '#web/lib/dates.ts'
import { RelativeTime } from './relative-time.tsx'

test.each([
  ['2026-11-22T10:00:00.000Z', '2 hours ago'],
  ['2026-11-24T12:00:00.000Z', 'in 2 days'],
  ['2026-11-03T12:00:00.000Z', showDate('2026-11-03T12:00:00.000Z')],
])('shows %s as %p, with the full date as title', (at, text) => {
  setSystemTime(new Date('2026-11-22T12:00:00Z'))
  const html = renderToString(<RelativeTime at={at} />)
  setSystemTime()
  expect(html).toBe(`<time dateTime="${at}" title="${showMoment(at)}">${text}</time>`)
})
