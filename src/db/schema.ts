import { blob, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ANALYSIS_STATUSES, type AnalysisDetails } from '#domain/analyses.ts'
import { AUDIT_ACTIONS, AUDIT_SOURCES } from '#domain/audit.ts'
import type { ImageExtension } from '#domain/images.ts'
import type { KeywordRow } from '#domain/keywords.ts'
import type { Transport } from '#domain/passkeys.ts'
import type { Permission } from '#domain/permissions.ts'
import { POST_STATUSES, type RevisionText } from '#domain/posts.ts'
import { ROLES } from '#domain/users.ts'

// For queries. Keys, indexes, triggers, and tables that are used only in SQL text, are in the migrations.

/** The highest `id` is the database's version. */
export const migrations = sqliteTable('migrations', {
  id: integer().primaryKey(),
  name: text().notNull(),
  appliedAt: text('applied_at').notNull(),
})

/** Totals per day and item: the only statistics that remain after midnight. `day` is like 2026-01-31. */
export const dailyCounts = sqliteTable('daily_counts', {
  day: text().notNull(),
  name: text().notNull(),
  detail: text().notNull().default(''),
  count: integer().notNull(),
})

/** Sums of `daily_counts` by name, maintained by triggers. */
export const dailyTotals = sqliteTable('daily_totals', {
  day: text().notNull(),
  name: text().notNull(),
  total: integer().notNull(),
})

/** The random salt of today's visitor hashes; destroyed with them at the end of the day. */
export const visitorSalts = sqliteTable('visitor_salts', {
  day: text().primaryKey(),
  salt: blob({ mode: 'buffer' }).notNull(),
})

/** Keyed hashes: visitors can be counted, not identified. */
export const visitors = sqliteTable('visitors', {
  day: text().notNull(),
  hash: blob({ mode: 'buffer' }).notNull(),
})

/** Visitors per open day, counted by a trigger. */
export const visitorTotals = sqliteTable('visitor_totals', {
  day: text().primaryKey(),
  total: integer().notNull(),
})

/** The number of the last batch of counts that each instance wrote, and that batch's day; kept for 30 days. */
export const instances = sqliteTable('instances', {
  id: text().primaryKey(),
  counted: integer().notNull(),
  day: text().notNull(),
})

export const contacts = sqliteTable('contacts', {
  id: integer().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  status: text().notNull().default('new'),
  createdAt: text('created_at').notNull(),
})

/** Notices to send to the operator, until sent everywhere or expired. */
export const notices = sqliteTable('notices', {
  id: integer().primaryKey(),
  at: text().notNull(),
  kind: text().notNull(),
  subject: text(),
})

export const noticeChannels = sqliteTable('notice_channels', {
  channel: text().primaryKey(),
  sentUpTo: integer('sent_up_to').notNull(),
  nextAt: text('next_at').notNull(),
  failures: integer().notNull().default(0),
  lastSentAt: text('last_sent_at'),
  lastFailedAt: text('last_failed_at'),
  lastFailure: text('last_failure'),
  claim: text(),
  claimedUntil: text('claimed_until'),
})

export const users = sqliteTable('users', {
  id: integer().primaryKey(),
  username: text().notNull(),
  email: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  role: text({ enum: ROLES }).notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  createdAt: text('created_at').notNull(),
  lastLogin: text('last_login'),
  /** Set if someone else typed the password. */
  mustChangePassword: integer('must_change_password', { mode: 'boolean' }).notNull().default(false),
  /** After this time a user without the required second step can only set one up; null if not required. */
  secondStepDueAt: text('second_step_due_at'),
})

export const totpSecrets = sqliteTable('totp_secrets', {
  userId: integer('user_id').primaryKey(),
  /** Sealed: see src/lib/seal.ts. */
  secret: text().notNull(),
  /** Whether a code has proved that the app has the secret; unusable until then. */
  isConfirmed: integer('is_confirmed', { mode: 'boolean' }).notNull(),
  /** The last 30-second period since 1970 whose code was used: each is accepted once. */
  lastPeriod: integer('last_period').notNull(),
})

export const recoveryCodes = sqliteTable('recovery_codes', {
  hash: text().primaryKey(),
  userId: integer('user_id').notNull(),
})

/** Deleting a row signs the session out: a token is invalid without its row. */
export const sessions = sqliteTable('sessions', {
  id: text().primaryKey(),
  userId: integer('user_id').notNull(),
  createdAt: text('created_at').notNull(),
  lastUsedAt: text('last_used_at').notNull(),
  /** Of the last proof after signing in; '' without one. */
  provedAt: text('proved_at').notNull().default(''),
  browser: text().notNull().default(''),
  network: text().notNull().default(''),
  isByPasskey: integer('is_by_passkey', { mode: 'boolean' }).notNull().default(false),
})

export const newBrowsers = sqliteTable('new_browsers', {
  id: integer().primaryKey(),
  userId: integer('user_id').notNull(),
  sessionId: text('session_id').notNull(),
  at: text().notNull(),
  browser: text().notNull(),
  network: text().notNull(),
})

export const personalTokens = sqliteTable('personal_tokens', {
  id: integer().primaryKey(),
  userId: integer('user_id').notNull(),
  name: text().notNull(),
  hash: text().notNull(),
  permissions: text({ mode: 'json' }).$type<Permission[]>().notNull(),
  createdAt: text('created_at').notNull(),
  expiresAt: text('expires_at').notNull(),
  lastUsedAt: text('last_used_at'),
})

export const passwordLinks = sqliteTable('password_links', {
  hash: text().primaryKey(),
  userId: integer('user_id').notNull(),
  expiresAt: text('expires_at').notNull(),
  /** Null for the command line, and for links created by an earlier release. */
  madeBy: integer('made_by'),
})

export const passkeys = sqliteTable('passkeys', {
  id: integer().primaryKey(),
  userId: integer('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
  /** Signature counter; stays 0 for synced passkeys. */
  counter: integer().notNull(),
  transports: text({ mode: 'json' }).$type<Transport[]>().notNull(),
  deviceType: text('device_type', { enum: ['singleDevice', 'multiDevice'] }).notNull(),
  isBackedUp: integer('is_backed_up', { mode: 'boolean' }).notNull(),
  rpId: text('rp_id').notNull(),
  name: text().notNull(),
  createdAt: text('created_at').notNull(),
  lastUsedAt: text('last_used_at'),
})

/** Passkey challenges that have been answered, until they expire. */
export const usedChallenges = sqliteTable('used_challenges', {
  id: text().primaryKey(),
  passkeyId: integer('passkey_id').notNull(),
  expiresAt: text('expires_at').notNull(),
})

/** Networks and browsers of successful sign-ins, as keyed hashes. */
export const knownClients = sqliteTable('known_clients', {
  userId: integer('user_id').notNull(),
  hash: text().notNull(),
  lastUsedAt: text('last_used_at').notNull(),
})

/** Random values generated by the server, sealed: signing key, setup code. */
export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})

export const serverFacts = sqliteTable('server_facts', {
  name: text().primaryKey(),
  notedAt: text('noted_at').notNull(),
})

/** The audit log; entries are kept for 180 days. `actor` is the name at that time. */
export const auditEntries = sqliteTable('audit_entries', {
  id: integer().primaryKey(),
  at: text().notNull(),
  actor: text(),
  action: text({ enum: AUDIT_ACTIONS }).notNull(),
  subject: text(),
  detail: text(),
  address: text(),
  userId: integer('user_id'),
  source: text({ enum: AUDIT_SOURCES }).notNull().default('web'),
})

/** One row: the last entries that were written to the server's log and deleted. */
export const auditProgress = sqliteTable('audit_progress', {
  id: integer().primaryKey(),
  loggedUpTo: integer('logged_up_to').notNull(),
  deletedUpTo: integer('deleted_up_to').notNull(),
})

export const posts = sqliteTable('posts', {
  id: integer().primaryKey(),
  title: text().notNull(),
  slug: text().notNull(),
  excerpt: text().notNull(),
  content: text().notNull(),
  status: text({ enum: POST_STATUSES }).notNull(),
  tags: text({ mode: 'json' }).$type<string[]>().notNull(),
  metaTitle: text('meta_title').notNull(),
  metaDescription: text('meta_description').notNull(),
  canonicalUrl: text('canonical_url').notNull().default(''),
  publishedAt: text('published_at'),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
  /** Null for older posts until the next start. */
  readingMinutes: integer('reading_minutes'),
  updatedBy: integer('updated_by'),
  /** Null until the first publication. */
  feedId: text('feed_id'),
  /** When the schedule publishes a draft. */
  publishAt: text('publish_at'),
  scheduledBy: integer('scheduled_by'),
  /** Null until the first save; then updatedAt and updatedBy are those of the text. */
  textSavedAt: text('text_saved_at'),
  textSavedBy: integer('text_saved_by'),
})

export const postRevisions = sqliteTable('post_revisions', {
  id: integer().primaryKey(),
  postId: integer('post_id').notNull(),
  savedAt: text('saved_at').notNull(),
  savedBy: integer('saved_by'),
  text: text({ mode: 'json' }).$type<Omit<RevisionText, 'canonicalUrl'> & Partial<RevisionText>>().notNull(),
})

/** Former addresses of published posts, which redirect. */
export const formerSlugs = sqliteTable('former_slugs', {
  slug: text().primaryKey(),
  postId: integer('post_id').notNull(),
})

/** Former addresses, which lead to a path or a post. */
export const redirects = sqliteTable('redirects', {
  id: integer().primaryKey(),
  source: text().notNull(),
  target: text(),
  postId: integer('post_id'),
  createdAt: text('created_at').notNull(),
})

export const previews = sqliteTable('previews', {
  tokenHash: text('token_hash').primaryKey(),
  postId: integer('post_id').notNull(),
  expiresAt: text('expires_at').notNull(),
  userId: integer('user_id'),
})

/** Images of posts. The id is a prefix of the SHA-256 of the bytes, so identical images are stored once. */
export const images = sqliteTable('images', {
  id: text().primaryKey(),
  extension: text().$type<ImageExtension>().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  size: integer().notNull(),
  createdAt: text('created_at').notNull(),
  createdBy: text('created_by'),
  /** When it was first found unused; null while in use or not checked yet. */
  unusedSince: text('unused_since'),
  bytes: blob({ mode: 'buffer' }).notNull(),
})

/** One row that triggers increment with every change of public content. */
export const contentVersion = sqliteTable('content_version', {
  id: integer().primaryKey(),
  version: integer().notNull(),
})

export const prompts = sqliteTable('prompts', {
  id: integer().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  systemPrompt: text('system_prompt').notNull(),
  userPromptTemplate: text('user_prompt_template').notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  createdAt: text('created_at').notNull(),
})

/** An uploaded CSV file; takes effect once all its parts are stored. */
export const keywordUploads = sqliteTable('keyword_uploads', {
  id: integer().primaryKey(),
  batch: text().notNull(),
  parts: integer().notNull(),
  uploadedAt: text('uploaded_at').notNull(),
  completedAt: text('completed_at'),
  fileName: text('file_name'),
})

/**
 * Rows of one upload call. They appear once all parts of the upload are stored, and disappear when it is deleted.
 * Statistics of the rows are stored here, so that they needn't be read.
 */
export const keywordParts = sqliteTable('keyword_parts', {
  id: integer().primaryKey(),
  uploadId: integer('upload_id'),
  number: integer(),
  state: text({ enum: ['receiving', 'stored', 'discarded'] }).notNull(),
  touchedAt: text('touched_at').notNull(),
  keywords: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  duplicates: integer().notNull().default(0),
  positions: integer().notNull().default(0),
  positionSum: real('position_sum').notNull().default(0),
  topKeywords: text('top_keywords', { mode: 'json' }).$type<KeywordRow[]>().notNull(),
  folding: integer().notNull().default(0),
  /** Upper bound of the longest keyword's length. */
  longest: integer().notNull().default(4000),
})

/** Rows of CSV files. The ids of a part are consecutive: see `firstId`. */
export const keywords = sqliteTable('keywords', {
  id: integer().primaryKey(),
  keyword: text().notNull(),
  position: real(),
  searchVolume: integer('search_volume'),
  traffic: real(),
  /** Case-folded text if it differs from lower(), which handles A to Z only. */
  folded: text(),
})

export type PageFacts = Omit<
  AnalysisDetails,
  'analysisId' | 'analyzedAt' | 'title' | 'metaDescription' | 'totalHeadings' | 'wordCount'
>

/**
 * Analyzed websites. A worker holds a claim that expires: see `claimAnalysis`. `attempts` counts claims since the
 * last result. While `requestedAt` is set, a result is pending, and `status` is that of the previous one.
 */
export const analyses = sqliteTable('analyses', {
  id: integer().primaryKey(),
  url: text().notNull(),
  domain: text().notNull(),
  title: text(),
  status: text({ enum: ANALYSIS_STATUSES }).notNull(),
  totalKeywords: integer('total_keywords').notNull().default(0),
  totalHeadings: integer('total_headings').notNull().default(0),
  wordCount: integer('word_count').notNull().default(0),
  autoUpdate: integer('auto_update', { mode: 'boolean' }).notNull(),
  nextUpdateScheduled: text('next_update_scheduled'),
  errorMessage: text('error_message'),
  metaDescription: text('meta_description'),
  createdAt: text('created_at').notNull(),
  analyzedAt: text('analyzed_at'),
  requestedAt: text('requested_at'),
  failuresInARow: integer('failures_in_a_row').notNull().default(0),
  claim: text(),
  claimedUntil: text('claimed_until'),
  attempts: integer().notNull().default(0),
  details: text({ mode: 'json' }).$type<PageFacts>(),
  text: text(),
})

/** Keywords of the last success; `rank` starts at 1. */
export const analysisKeywords = sqliteTable('analysis_keywords', {
  id: integer().primaryKey(),
  analysisId: integer('analysis_id').notNull(),
  rank: integer().notNull(),
  keyword: text().notNull(),
  frequency: integer().notNull(),
  context: text().notNull(),
  relevanceScore: real('relevance_score').notNull(),
})

/** The latest runs, including failed ones. `keywords` are pairs of keyword and relevance, by rank. */
export const analysisRuns = sqliteTable('analysis_runs', {
  id: integer().primaryKey(),
  analysisId: integer('analysis_id').notNull(),
  at: text().notNull(),
  status: text({ enum: ['completed', 'failed'] }).notNull(),
  totalKeywords: integer('total_keywords').notNull(),
  totalHeadings: integer('total_headings').notNull(),
  wordCount: integer('word_count').notNull(),
  responseMilliseconds: integer('response_milliseconds'),
  errorMessage: text('error_message'),
  keywords: text({ mode: 'json' }).$type<[keyword: string, relevanceScore: number][]>().notNull(),
  /** The ranking program's version; null if not recorded. */
  version: text(),
})

/**
 * Omitted from backups and copies: visitor hashes and their salt, which must not outlive midnight; sessions and the
 * signing key, which would let anyone who finds a backup sign in; hashes under omitted keys; tokens and links,
 * because expired or revoked ones must not become valid again.
 */
export const EXCLUDED_TABLES = [
  'visitors',
  'visitor_totals',
  'visitor_salts',
  'sessions',
  'secrets',
  'known_clients',
  'new_browsers',
  'personal_tokens',
  'password_links',
  'used_challenges',
  'rate_limits',
  'instances',
  // Like `instances`, of releases before 0.3.0, which may still run while others migrate.
  'copies',
]

/** Not counted when a database is described. */
export const INTERNAL_TABLES = [
  ...EXCLUDED_TABLES,
  ...['migrations', 'content_version', 'search_texts', 'search_pending', 'audit_progress'],
]
