import type { Deps } from '#src/deps.ts'
import { sealAudit } from './chain.ts'

/** Logs every sealed entry with its hash: a remote log then reveals a chain that was replaced as a whole. */
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
