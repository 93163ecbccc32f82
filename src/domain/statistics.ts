import * as z from 'zod/mini'

const NO_OBJECT = 'The request must be a JSON object'
const TYPE = 'The type must be single or multiple'
const STRENGTH = 'The strength must be a number from 0 to 100'
const HELPFUL = 'Helpful must be true or false'
export const UNKNOWN_PAGE = 'The path must be that of a page on this site'

/** A password was generated: alone, or as one of several. */
export const PasswordGenerated = z.object({ type: z.enum(['single', 'multiple'], TYPE) }, NO_OBJECT)
export type PasswordGenerated = z.infer<typeof PasswordGenerated>

/** A typed password was rated; `strength` is the checklist's percentage and all that is ever sent of it. */
export const PasswordChecked = z.object(
  { strength: z.number(STRENGTH).check(z.gte(0, STRENGTH), z.lte(100, STRENGTH)) },
  NO_OBJECT,
)
export type PasswordChecked = z.infer<typeof PasswordChecked>

/** A visitor moved to another page without loading a document; `path` as in the address bar, without a query. */
export const PageView = z.object({ path: z.string(UNKNOWN_PAGE) }, NO_OBJECT)
export type PageView = z.infer<typeof PageView>

/** The answer to 'Was this helpful?'. */
export const Feedback = z.object({ helpful: z.boolean(HELPFUL) }, NO_OBJECT)
export type Feedback = z.infer<typeof Feedback>

/** Everything that is counted by day. */
export const COUNTED = {
  /** Detail: the path. */
  pageView: 'page_view',
  /** Written once, when the day is over. */
  uniqueVisitors: 'unique_visitors',
  /** Detail: single or multiple. */
  passwordGenerated: 'password_generated',
  /** Detail: the lower edge of the strength's bucket. */
  passwordChecked: 'password_checked',
  /** A view that was not counted as one. Detail: what gave it away. */
  bot: 'bot',
  helpful: 'feedback_helpful',
  unhelpful: 'feedback_unhelpful',
} as const
export type Counted = (typeof COUNTED)[keyof typeof COUNTED]

/**
 * Lower edges of the strength histogram, in percent; the last bucket takes 100 as well. All edges between the checker's
 * labels are among them.
 */
export const STRENGTH_BUCKETS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90] as const

/** The lower edge of the bucket that a strength from 0 to 100 falls into. */
export function strengthBucket(strength: number): number {
  return STRENGTH_BUCKETS.findLast((edge) => strength >= edge) ?? 0
}

/** Of the dashboard's cards. */
export const TodayStats = z.object({
  pageViews: z.number(),
  uniqueVisitors: z.number(),
  passwordsGenerated: z.number(),
  passwordsChecked: z.number(),
})
export type TodayStats = z.infer<typeof TodayStats>

/** What the dashboard shows; `newContacts` are unread messages, without those held back. */
export const Dashboard = z.object({
  todayStats: TodayStats,
  newContacts: z.number(),
  heldBackContacts: z.number(),
})
export type Dashboard = z.infer<typeof Dashboard>

/** What was counted in some time. */
export const Figures = z.extend(TodayStats, {
  /** Page views that were filtered out as made by a machine. */
  bots: z.number(),
  helpful: z.number(),
  unhelpful: z.number(),
})
export type Figures = z.infer<typeof Figures>

/** `day` is a date like 2026-01-31. */
export const DayFigures = z.extend(Figures, { day: z.string() })
export type DayFigures = z.infer<typeof DayFigures>

/** Checked passwords whose strength was from `from` percent up to the next bucket's edge. */
export const StrengthCount = z.object({ from: z.number(), count: z.number() })
export type StrengthCount = z.infer<typeof StrengthCount>

export const PageCount = z.object({ path: z.string(), views: z.number() })
export type PageCount = z.infer<typeof PageCount>

/** How many days the metrics may span. */
export const METRICS_DAYS = { default: 30, max: 366 } as const

/**
 * The figures of some days; `strengths` and `topPages` are of all those days together. Not available, and then empty,
 * until one whole day has passed.
 */
export const Metrics = z.object({
  available: z.boolean(),
  /** The day of the server, which isn't over. */
  today: z.string(),
  /** The first day that anything was counted on. */
  firstDay: z.nullable(z.string()),
  days: z.array(DayFigures),
  /**
   * As many days before the first as `days` has full ones, added up. Null when one of them was not counted from its
   * beginning, and when `days` has no full one.
   */
  before: z.nullable(Figures),
  strengths: z.array(StrengthCount),
  topPages: z.array(PageCount),
})
export type Metrics = z.infer<typeof Metrics>
