import { describeRecentPasskeys, type RecentPasskeyCounts } from '#domain/accounts.ts'

/** For a toast. */
export function recentPasskeysNote(recentPasskeys: RecentPasskeyCounts) {
  const description = describeRecentPasskeys(recentPasskeys).join(' ')
  return description === '' ? {} : { description }
}
