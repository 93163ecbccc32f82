import { and, gt, lte } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Clocks of instances may differ. */
export const TOLERANCE_MS = 5 * 60_000

/** Valid now, and not for longer than `lifetimeMs`: what a clock that was ahead issued would stay valid for too long. */
export const expiresWithin = (expiresAt: SQLiteColumn, lifetimeMs: number, now: Date) =>
  and(
    gt(expiresAt, now.toISOString()),
    lte(expiresAt, new Date(now.getTime() + lifetimeMs + TOLERANCE_MS).toISOString()),
  )
