import * as z from 'zod/mini'

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
  'post_published',
  'post_deleted',
  'posts_imported',
  'prompt_created',
  'prompt_updated',
  'prompt_deleted',
  'draft_generated',
  'keywords_uploaded',
  'keywords_deleted',
  'analysis_started',
  'analysis_deleted',
  'auto_update_enabled',
  'auto_update_disabled',
  'advice_generated',
  'backup_made',
  'backup_failed',
  'backup_downloaded',
  'backup_deleted',
  'database_restored',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AuditEntry = z.object({
  id: z.number(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Username, or null for someone not signed in; 'command line' and 'daily schedule' where nobody signs in. */
  actor: z.nullable(z.string()),
  action: z.enum(AUDIT_ACTIONS),
  /** Whom or what it was done to. */
  subject: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** null for the command line. */
  address: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AUDIT_DAYS = 180
