import * as z from 'zod/mini'

/** In the order of the filter menu. */
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
  'setup_confirmed',
  'first_steps_dismissed',
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
  'second_step_needed',
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
  'revision_deleted',
  'post_imported',
  'posts_imported',
  'image_added',
  'image_deleted',
  'preview_created',
  'preview_revoked',
  'prompt_created',
  'prompt_updated',
  'prompt_deleted',
  'redirect_created',
  'redirect_updated',
  'redirect_deleted',
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
  'backup_verified',
  'backup_downloaded',
  'backup_deleted',
  'database_restored',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_SOURCES = ['web', 'command line', 'schedule'] as const
type AuditSource = (typeof AUDIT_SOURCES)[number]

export type Actor = {
  userId: number | null
  /** Username, 'command line' or 'daily schedule'; null when not signed in. */
  name: string | null
  source: AuditSource
  address: string | null
  /** Unset outside requests of signed-in users. */
  signedInWith?: { sessionId: string } | { tokenId: number }
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
  at: z.string(),
  actor: z.nullable(z.string()),
  userId: z.nullable(z.number()),
  source: z.enum(AUDIT_SOURCES),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  address: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AUDIT_SORTS = ['at'] as const

export const AUDIT_DAYS = 180
