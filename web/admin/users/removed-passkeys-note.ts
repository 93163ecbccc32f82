import { describeRemovedPasskeys } from '#domain/accounts.ts'

/** For a toast. */
export function removedPasskeysNote({ removedPasskeys }: { removedPasskeys?: number | undefined }) {
  const description = describeRemovedPasskeys(removedPasskeys)
  return description === undefined ? {} : { description }
}
