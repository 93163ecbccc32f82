import * as z from 'zod/mini'
import { TodayStats } from './statistics.ts'

/** How many days the dashboard's figures reach back, today included. */
export const OVERVIEW_DAYS = 30

/** How many of each list the dashboard shows. */
export const OVERVIEW_ROWS = 5

/** `contacts` are the messages that arrived on the day, without those held back. */
export const OverviewDay = z.extend(TodayStats, { day: z.string(), contacts: z.number() })
export type OverviewDay = z.infer<typeof OverviewDay>

/** What stands below the dashboard's cards. Times are ISO 8601, UTC. */
export const DashboardOverview = z.object({
  /** From the first day that anything was counted on, today last; none before that. */
  days: z.array(OverviewDay),
  /** The newest messages, without those held back. */
  messages: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      subject: z.string(),
      status: z.string(),
      createdAt: z.string(),
    }),
  ),
  /** The newest drafts, and how many there are. */
  drafts: z.object({
    total: z.number(),
    newest: z.array(z.object({ id: z.number(), title: z.string(), updatedAt: z.string() })),
  }),
  /** Websites that wait to be analyzed, or are at it, and how many there are. */
  analyses: z.object({
    total: z.number(),
    newest: z.array(z.object({ id: z.number(), domain: z.string(), isRunning: z.boolean() })),
  }),
  backup: z.object({
    /** False where the database is on a server of its own: its backups are that server's matter. */
    isPossible: z.boolean(),
    /** How many daily backups are kept; 0 when none are made. */
    keep: z.number(),
    lastGood: z.nullable(z.object({ at: z.string(), bytes: z.nullable(z.number()) })),
    /** The last one, if it failed. Why is null for those who may not see the backups. */
    failed: z.nullable(z.object({ at: z.string(), reason: z.nullable(z.string()) })),
    /** No good one was made for two days, though one should be made every day. */
    isOverdue: z.boolean(),
  }),
})
export type DashboardOverview = z.infer<typeof DashboardOverview>
