/** What the audit log speaks of. */
export const AUDIT_ACTIONS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'setup_completed',
  'user_created',
  'user_updated',
  'user_activated',
  'user_deactivated',
  'user_deleted',
  'password_reset',
  'contact_deleted',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export type AuditEntry = {
  id: number
  /** ISO 8601, UTC. */
  at: string
  /** Username, or null for someone not signed in; 'command line' for passwright admin. */
  actor: string | null
  action: AuditAction
  /** Whom or what it was done to. */
  subject: string | null
  detail: string | null
  /** null for the command line. */
  address: string | null
}

export const AUDIT_DAYS = 180
