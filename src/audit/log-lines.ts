import type { Deps } from '#src/deps.ts'
import { sealAudit } from './chain.ts'

/**
 * Seals the new audit entries and writes each to the log with its hash, those of commands and other processes too: a
 * log that is kept on another machine shows whether the chain was replaced as a whole.
 */
export async function logAudit({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  for await (const { userId, subject, detail, address, actor, ...entry } of sealAudit(db)) {
    log.info('audit', {
      ...entry,
      actor: actor ?? undefined,
      userId: userId ?? undefined,
      subject: subject ?? undefined,
      detail: detail ?? undefined,
      address: address ?? undefined,
    })
  }
}
