import { describeRecentPasskeys, type RecentPasskeys } from '#domain/accounts.ts'

/** For a toast. */
export function recentPasskeysNote(recentPasskeys: RecentPasskeys) {
  const description = describeRecentPasskeys(recentPasskeys).join(' ')
  return description === '' ? {} : { description }
}
