import type { AuditAction, AuditEntry } from '#domain/audit.ts'

export function actionLabel(action: AuditAction): string {
  const words = action.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function Actor({ entry: { actor, userId } }: { entry: AuditEntry }) {
  return (
    <>
      {actor ?? <span className="text-muted">not signed in</span>}
      {userId !== null && <span className="text-muted"> #{userId}</span>}
    </>
  )
}
