import * as z from 'zod/mini'
import { TodayStats } from './statistics.ts'

export const OVERVIEW_DAYS = 30

export const OVERVIEW_ROWS = 5

export const OverviewDay = z.extend(TodayStats, { day: z.string(), contacts: z.number() })
export type OverviewDay = z.infer<typeof OverviewDay>

export const DashboardOverview = z.object({
  days: z.array(OverviewDay),
  messages: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      subject: z.string(),
      status: z.string(),
      createdAt: z.string(),
    }),
  ),
  drafts: z.object({
    total: z.number(),
    newest: z.array(z.object({ id: z.number(), title: z.string(), updatedAt: z.string() })),
  }),
  analyses: z.object({
    total: z.number(),
    newest: z.array(z.object({ id: z.number(), domain: z.string(), isRunning: z.boolean() })),
  }),
  backup: z.object({
    /** False if the database runs on its own server, which needs its own backups. */
    isPossible: z.boolean(),
    keep: z.number(),
    lastGood: z.nullable(z.object({ at: z.string(), bytes: z.nullable(z.number()) })),
    /** The last backup if it failed. `reason` is null for users who may not see backups. */
    failed: z.nullable(z.object({ at: z.string(), reason: z.nullable(z.string()) })),
    /** Daily backups are on, but the last successful one is over two days old. */
    isOverdue: z.boolean(),
  }),
})
export type DashboardOverview = z.infer<typeof DashboardOverview>
