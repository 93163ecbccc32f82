import { sql } from 'drizzle-orm'
import { slugOf } from '#domain/posts.ts'
import { COUNTERS, type CounterName, STRENGTH_BUCKETS } from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { calendarDay, daysBefore } from '#src/lib/calendar-day.ts'
import { addCounts, type DailyCount, getOrCreateSalt } from '#src/statistics/store.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Texts } from './texts.ts'

const DAYS = 60
const VIEWS_PER_DAY = 640

/** Sunday to Saturday. */
const WEEKDAY_FACTORS = [0.62, 1.06, 1.16, 1.12, 1.07, 0.94, 0.67]

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

const SOURCES: [source: string, share: number][] = [
  ['direct ', 0.19],
  ['search Google', 0.16],
  ['search DuckDuckGo', 0.05],
  ['search Bing', 0.03],
  ['ai ChatGPT', 0.045],
  ['ai Perplexity', 0.012],
  ['social Reddit', 0.03],
  ['social Mastodon', 0.012],
  ['site news.example.org', 0.02],
  ['site school.example.net', 0.01],
]

/** Shares of STRENGTH_BUCKETS. People check weak passwords repeatedly. */
const STRENGTH_SHARES = [0.03, 0.07, 0.12, 0.17, 0.1, 0.14, 0.1, 0.06, 0.12, 0.09]

type DemoContext = { db: Database; now: Date; timeZone: string; random: SeededRandom }

/** Adds two months with hundreds of visitors a day, including today up to now. */
export async function fillStatistics(
  { posts }: Texts,
  { db, now, timeZone, random }: DemoContext,
): Promise<void> {
  const today = calendarDay(timeZone)(now)
  const counts: DailyCount[] = []
  let visitorsToday = 0
  for (let daysBack = DAYS - 1; daysBack >= 0; daysBack--) {
    const day = daysBefore(today, daysBack)
    const growth = 1 + 0.45 * ((DAYS - daysBack) / DAYS)
    const weekday = WEEKDAY_FACTORS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1
    const elapsed = daysBack === 0 ? elapsedShare(now, timeZone) : 1
    const size = VIEWS_PER_DAY * growth * weekday * elapsed * (random.between(90, 110) / 100)
    const add = (name: CounterName, share: number, detail: string | number = '') => {
      const count = Math.round(size * share * (random.between(85, 115) / 100))
      if (count > 0) counts.push({ day, name, detail: String(detail), count })
    }
    for (const [path, share] of PAGES) add(COUNTERS.pageView, share, path)
    for (const { title, daysAgo, status } of posts) {
      if (status !== 'published' || daysAgo < daysBack) continue
      // A peak at publication, then search traffic.
      add(COUNTERS.pageView, 0.008 + 0.07 / (1 + (daysAgo - daysBack)), `/blog/${slugOf(title)}`)
    }
    add(COUNTERS.passwordGenerated, 0.72, 'single')
    add(COUNTERS.passwordGenerated, 0.31, 'multiple')
    for (const [index, from] of STRENGTH_BUCKETS.entries()) {
      add(COUNTERS.passwordChecked, 0.4 * (STRENGTH_SHARES[index] ?? 0), from)
    }
    for (const [source, share] of SOURCES) add(COUNTERS.source, share, source)
    add(COUNTERS.campaign, 0.015, 'spring-newsletter')
    add(COUNTERS.bot, 0.09, 'ai_crawler')
    add(COUNTERS.bot, 0.2, 'agent')
    add(COUNTERS.bot, 0.02, 'no_agent')
    add(COUNTERS.bot, 0.05, 'prefetch')
    add(COUNTERS.helpful, 0.02)
    add(COUNTERS.unhelpful, 0.003)
    if (daysBack > 0) add(COUNTERS.uniqueVisitors, 0.46)
    else visitorsToday = Math.round(size * 0.46)
  }
  await addCounts(db, counts, [])

  const salt = await getOrCreateSalt(db, today)
  salt?.fill(0)
  await db.run(sql`
    WITH RECURSIVE visitor (number) AS (
      SELECT 1 UNION ALL SELECT number + 1 FROM visitor WHERE number < ${visitorsToday})
    INSERT INTO visitors (day, hash) SELECT ${today}, randomblob(32) FROM visitor`)
}

function elapsedShare(now: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const parts = new Map(clock.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  return ((parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0) + 1) / 1_440
}
