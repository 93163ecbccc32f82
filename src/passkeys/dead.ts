import { count } from 'drizzle-orm'
import { passkeys } from '#src/db/schema.ts'
import type { Deps } from '#src/deps.ts'
import { configuredParty } from './relying-party.ts'

/** Says at start which passkeys no longer work, as SITE_URL or ADMIN_HOST has changed since they were made. */
export async function warnOfDeadPasskeys({
  db,
  log,
  config,
}: Pick<Deps, 'db' | 'log' | 'config'>): Promise<void> {
  const party = configuredParty(config)
  if (party === undefined) return
  const made = await db
    .select({ host: passkeys.rpId, passkeys: count() })
    .from(passkeys)
    .groupBy(passkeys.rpId)
    .orderBy(passkeys.rpId)
  for (const { host, passkeys } of made) {
    if (host !== party?.id)
      log.warn('passkeys were made for another host and do not work here', { host, passkeys })
  }
}
