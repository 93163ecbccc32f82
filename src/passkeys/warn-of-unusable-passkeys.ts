import { count } from 'drizzle-orm'
import { passkeys } from '#src/db/schema.ts'
import type { Deps } from '#src/deps.ts'
import { configuredRelyingParty } from './relying-party.ts'

/** Warns at startup about passkeys made for a former SITE_URL or ADMIN_HOST. */
export async function warnOfUnusablePasskeys({
  db,
  log,
  config,
}: Pick<Deps, 'db' | 'log' | 'config'>): Promise<void> {
  const relyingParty = configuredRelyingParty(config)
  if (relyingParty === undefined) return
  const made = await db
    .select({ host: passkeys.rpId, passkeys: count() })
    .from(passkeys)
    .groupBy(passkeys.rpId)
    .orderBy(passkeys.rpId)
  for (const { host, passkeys } of made) {
    if (host !== relyingParty?.id)
      log.warn('passkeys were made for another host and do not work here', { host, passkeys })
  }
}
