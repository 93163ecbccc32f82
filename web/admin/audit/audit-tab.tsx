import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '#domain/audit.ts'
import { AdminLayout } from '../layout.tsx'

export function AuditTab() {
  void AUDIT_ACTIONS
  const entries: AuditEntry[] = []
  const first: AuditAction | undefined = entries[0]?.action
  return <AdminLayout title="Audit log">{first}</AdminLayout>
}
