import * as z from 'zod/mini'

/** Actions by noun, in the order in which the filter lists them. */
export const AUDIT_ACTIONS = [
  'signed_in',
  'sign_in_failed',
  'sign_in_throttled',
  'signed_out',
  'new_browser',
  'session_ended',
  'proof_given',
  'proof_failed',
  'permission_refused',
  'setup_completed',
  'setup_failed',
  'user_created',
  'user_updated',
  'user_activated',
  'user_deactivated',
  'user_deleted',
  'password_reset',
  'password_link_created',
  'password_set_by_link',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'passkey_refused',
  'second_step_added',
  'second_step_removed',
  'second_step_reset',
  'second_step_failed',
  'recovery_code_used',
  'recovery_codes_renewed',
  'second_step_required',
  'second_step_optional',
  'token_created',
  'token_deleted',
  'contact_status_changed',
  'contact_deleted',
  'contacts_expired',
  'contacts_exported',
  'contacts_erased',
  'post_created',
  'post_updated',
  'post_published',
  'post_unpublished',
  'post_archived',
  'post_deleted',
  'post_imported',
  'posts_imported',
  'image_added',
  'image_deleted',
  'preview_created',
  'preview_revoked',
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

/** The way by which something was done: signed in or not, at the command line, or by the server on its schedule. */
export const AUDIT_SOURCES = ['web', 'command line', 'schedule'] as const
export type AuditSource = (typeof AUDIT_SOURCES)[number]

/** Who changes something, and from where. */
export type Actor = {
  /** null for someone who is not signed in, and where nobody signs in. */
  userId: number | null
  /** Username, or null for someone not signed in; 'command line' and 'daily schedule' where nobody signs in. */
  name: string | null
  source: AuditSource
  /** null outside the web. */
  address: string | null
}

export const COMMAND_LINE = {
  userId: null,
  name: 'command line',
  source: 'command line',
  address: null,
} as const satisfies Actor

export const DAILY_SCHEDULE = {
  userId: null,
  name: 'daily schedule',
  source: 'schedule',
  address: null,
} as const satisfies Actor

export const AuditEntry = z.object({
  id: z.number(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The name at that time; see Actor. */
  actor: z.nullable(z.string()),
  userId: z.nullable(z.number()),
  source: z.enum(AUDIT_SOURCES),
  action: z.enum(AUDIT_ACTIONS),
  /** Whom or what it was done to. */
  subject: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** null outside the web. */
  address: z.nullable(z.string()),
  /** SHA-256 of the entry and the hash of the entry before it; null for some seconds after it was written. */
  hash: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What the audit log can be sorted by. */
export const AUDIT_SORTS = ['at'] as const

export const AUDIT_DAYS = 180
