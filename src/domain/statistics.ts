import * as z from 'zod/mini'

const NOT_AN_OBJECT = 'The request must be a JSON object'
const TYPE = 'The type must be single or multiple'
const STRENGTH = 'The strength must be a number from 0 to 100'
const HELPFUL = 'Helpful must be true or false'
export const UNKNOWN_PAGE = 'The path must be that of a page on this site'

export const PasswordGenerated = z.object({ type: z.enum(['single', 'multiple'], TYPE) }, NOT_AN_OBJECT)
export type PasswordGenerated = z.infer<typeof PasswordGenerated>

/** `strength` is the checklist's percentage. The tracking calls send nothing else about a password. */
export const PasswordChecked = z.object(
  { strength: z.number(STRENGTH).check(z.gte(0, STRENGTH), z.lte(100, STRENGTH)) },
  NOT_AN_OBJECT,
)
export type PasswordChecked = z.infer<typeof PasswordChecked>

/** `path` excludes the query. */
export const PageView = z.object({ path: z.string(UNKNOWN_PAGE) }, NOT_AN_OBJECT)
export type PageView = z.infer<typeof PageView>

export const Feedback = z.object({ helpful: z.boolean(HELPFUL) }, NOT_AN_OBJECT)
export type Feedback = z.infer<typeof Feedback>

/**
 * Most have a detail: the path, single or multiple, the bucket's lower edge, the bot signal, the group and name of a source,
 * or the campaign.
 */
export const COUNTERS = {
  pageView: 'page_view',
  uniqueVisitors: 'unique_visitors',
  passwordGenerated: 'password_generated',
  passwordChecked: 'password_checked',
  bot: 'bot',
  source: 'source',
  campaign: 'campaign',
  helpful: 'feedback_helpful',
  unhelpful: 'feedback_unhelpful',
} as const
export type CounterName = (typeof COUNTERS)[keyof typeof COUNTERS]

/** Lower edges in percent; the last bucket includes 100. All thresholds of the checker's labels are edges. */
export const STRENGTH_BUCKETS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90] as const

export function strengthBucket(strength: number): number {
  return STRENGTH_BUCKETS.findLast((edge) => strength >= edge) ?? 0
}

export const TodayStats = z.object({
  pageViews: z.number(),
  uniqueVisitors: z.number(),
  passwordsGenerated: z.number(),
  passwordsChecked: z.number(),
})
export type TodayStats = z.infer<typeof TodayStats>

/** `newContacts` excludes held-back messages. */
export const Dashboard = z.object({
  todayStats: TodayStats,
  newContacts: z.number(),
  heldBackContacts: z.number(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const Figures = z.extend(TodayStats, {
  bots: z.number(),
  helpful: z.number(),
  unhelpful: z.number(),
})
export type Figures = z.infer<typeof Figures>

export const DayFigures = z.extend(Figures, { day: z.string() })
export type DayFigures = z.infer<typeof DayFigures>

const StrengthCount = z.object({ from: z.number(), count: z.number() })

const PageCount = z.object({ path: z.string(), views: z.number() })

/** Where visitors come from: typed or bookmarked, search engines, AI assistants, social networks, and other sites. */
export const SOURCE_GROUPS = ['direct', 'search', 'ai', 'social', 'site'] as const
export type SourceGroup = (typeof SOURCE_GROUPS)[number]

/** Sources and campaigns beyond a day's limit, and hosts that aren't public. */
export const OTHER_SOURCE = 'other'

export const SourceCount = z.object({ group: z.enum(SOURCE_GROUPS), name: z.string(), views: z.number() })
export type SourceCount = z.infer<typeof SourceCount>

/** Why a view isn't counted. `agent` is a bot other than an AI crawler. */
export const BOT_SIGNALS = ['ai_crawler', 'agent', 'no_agent', 'prefetch'] as const
export type BotSignal = (typeof BOT_SIGNALS)[number]

export const METRICS_DAYS = { default: 30, max: 366 } as const

/** The lists after `strengths` cover all days. Unavailable until the first day of counting is over. */
export const Metrics = z.object({
  available: z.boolean(),
  /** In the server's time zone; still incomplete. */
  today: z.string(),
  firstDay: z.nullable(z.string()),
  days: z.array(DayFigures),
  /** Totals of the preceding period of equal length; null if counting began later. */
  before: z.nullable(Figures),
  strengths: z.array(StrengthCount),
  topPages: z.array(PageCount),
  sourceGroups: z.array(z.pick(SourceCount, { group: true, views: true })),
  /** Without direct visits. */
  topSources: z.array(SourceCount),
  campaigns: z.array(z.pick(SourceCount, { name: true, views: true })),
  botSignals: z.array(z.object({ signal: z.enum(BOT_SIGNALS), count: z.number() })),
  /** Seen by this instance in the last five minutes. */
  activeVisitors: z.number(),
})
export type Metrics = z.infer<typeof Metrics>
