import type { TodayStats } from '#domain/statistics.ts'
import { readDashboard } from '#src/dashboard/store.ts'
import type { Database } from '#src/db/database.ts'

export const readToday = async (db: Database, day: string): Promise<TodayStats> =>
  (await readDashboard(db, day)).todayStats
