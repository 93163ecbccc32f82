import { sql } from 'drizzle-orm'
import { slugOf } from '#domain/posts.ts'
import { COUNTED, type Counted, STRENGTH_BUCKETS } from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { calendarDay, daysBefore } from '#src/lib/calendar-day.ts'
import { addCounts, agreeOnSalt, type DailyCount } from '#src/statistics/store.ts'
import type { Chance } from './chance.ts'
import type { Texts } from './texts.ts'

const DAYS = 60
const VIEWS_A_DAY = 640

/** From Sunday to Saturday: passwords are needed at work. */
const WEEKDAYS = [0.62, 1.06, 1.16, 1.12, 1.07, 0.94, 0.67]

const PAGES: [path: string, share: number][] = [
  ['/', 0.41],
  ['/password-checker', 0.21],
  ['/blog', 0.06],
  ['/security-tips', 0.05],
  ['/faq', 0.035],
  ['/about', 0.015],
  ['/privacy', 0.012],
  ['/contact', 0.012],
]

/** How strong the checked passwords are: weak ones get checked again and again. */
const STRENGTHS = [0.03, 0.07, 0.12, 0.17, 0.1, 0.14, 0.1, 0.06, 0.12, 0.09]

type World = { db: Database; now: Date; timeZone: string; chance: Chance }

/** What a site of some hundred visitors a day counts in two months; today as far as it has come. */
export async function fillFigures({ posts }: Texts, { db, now, timeZone, chance }: World): Promise<void> {
  const today = calendarDay(timeZone)(now)
  const counts: DailyCount[] = []
  let visitorsToday = 0
  for (let ago = DAYS - 1; ago >= 0; ago--) {
    const day = daysBefore(today, ago)
    const growth = 1 + 0.45 * ((DAYS - ago) / DAYS)
    const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1
    const elapsed = ago === 0 ? elapsedPart(now, timeZone) : 1
    const size = VIEWS_A_DAY * growth * weekday * elapsed * (chance.between(90, 110) / 100)
    const add = (name: Counted, share: number, detail: string | number = '') => {
      const count = Math.round(size * share * (chance.between(85, 115) / 100))
      if (count > 0) counts.push({ day, name, detail: String(detail), count })
    }
    for (const [path, share] of PAGES) add(COUNTED.pageView, share, path)
    for (const { title, daysAgo, status } of posts) {
      if (status !== 'published' || daysAgo < ago) continue
      // News draws readers for some days, then search engines send a few.
      add(COUNTED.pageView, 0.008 + 0.07 / (1 + (daysAgo - ago)), `/blog/${slugOf(title)}`)
    }
    add(COUNTED.passwordGenerated, 0.72, 'single')
    add(COUNTED.passwordGenerated, 0.31, 'multiple')
    for (const [index, from] of STRENGTH_BUCKETS.entries()) {
      add(COUNTED.passwordChecked, 0.4 * (STRENGTHS[index] ?? 0), from)
    }
    add(COUNTED.bot, 0.2, 'agent')
    add(COUNTED.bot, 0.02, 'no_agent')
    add(COUNTED.bot, 0.05, 'prefetch')
    add(COUNTED.helpful, 0.02)
    add(COUNTED.unhelpful, 0.003)
    if (ago > 0) add(COUNTED.uniqueVisitors, 0.46)
    else visitorsToday = Math.round(size * 0.46)
  }
  await addCounts(db, counts, [])

  const salt = await agreeOnSalt(db, today)
  salt?.fill(0)
  await db.run(sql`
    WITH RECURSIVE visitor (number) AS (
      SELECT 1 UNION ALL SELECT number + 1 FROM visitor WHERE number < ${visitorsToday})
    INSERT INTO visitors (day, hash) SELECT ${today}, randomblob(32) FROM visitor`)
}

/** Of the day that is under way, from nearly 0 to 1. */
function elapsedPart(now: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const parts = new Map(clock.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  return ((parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0) + 1) / 1_440
}
