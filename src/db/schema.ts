import { getTableName, sql } from 'drizzle-orm'
import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { ANALYSIS_STATUSES, type AnalysisDetails } from '#domain/analyses.ts'
import { AUDIT_ACTIONS, AUDIT_SOURCES } from '#domain/audit.ts'
import type { ImageExtension } from '#domain/images.ts'
import type { KeywordRow } from '#domain/keywords.ts'
import type { Transport } from '#domain/passkeys.ts'
import type { Permission } from '#domain/permissions.ts'
import { POST_STATUSES } from '#domain/posts.ts'
import { ROLES } from '#domain/users.ts'

/** The highest `id` is the database's version. */
export const migrations = sqliteTable('migrations', {
  id: integer().primaryKey(),
  name: text().notNull(),
  appliedAt: text('applied_at').notNull(),
})

/** Totals per day and item: the only statistics that remain after midnight. `day` is like 2026-01-31. */
export const dailyCounts = sqliteTable(
  'daily_counts',
  {
    day: text().notNull(),
    name: text().notNull(),
    detail: text().notNull().default(''),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name, table.detail] })],
)

/** Sums of `daily_counts` by name, maintained by triggers. */
export const dailyTotals = sqliteTable(
  'daily_totals',
  {
    day: text().notNull(),
    name: text().notNull(),
    total: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
)

/** The random salt of today's visitor hashes; destroyed with them at the end of the day. */
export const visitorSalts = sqliteTable('visitor_salts', {
  day: text().primaryKey(),
  salt: blob({ mode: 'buffer' }).notNull(),
})

/** Keyed hashes: visitors can be counted, not identified. */
export const visitors = sqliteTable(
  'visitors',
  {
    day: text().notNull(),
    hash: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.hash] })],
)

/** Visitors per open day, counted by a trigger. */
export const visitorTotals = sqliteTable('visitor_totals', {
  day: text().primaryKey(),
  total: integer().notNull(),
})

const batchColumns = () => ({ id: text().primaryKey(), counted: integer().notNull(), day: text().notNull() })

/** The number of the last batch of counts that each instance wrote, and that batch's day; kept for 30 days. */
export const instances = sqliteTable('instances', batchColumns())

/** The same of instances before 0.3.0, which may still run while others migrate. */
export const formerInstances = sqliteTable('copies', batchColumns())

/** Heartbeats of running instances, which show how current a replica is. */
export const heartbeats = sqliteTable('heartbeats', {
  instance: text('copy').primaryKey(),
  beat: integer().notNull(),
  at: text().notNull(),
})

export const contacts = sqliteTable(
  'contacts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    status: text().notNull().default('new'),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    index('contacts_by_status').on(table.status),
    index('contacts_by_time').on(table.createdAt, table.status),
    index('contacts_by_email').on(table.email),
    index('contacts_by_name').on(table.name, table.id, table.status),
    index('contacts_by_status_and_name').on(table.status, table.name, table.id),
  ],
)

/** Notices to send to the operator, until sent everywhere or expired. */
export const notices = sqliteTable('notices', {
  id: integer().primaryKey({ autoIncrement: true }),
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
  id: integer().primaryKey({ autoIncrement: true }),
  username: text().notNull().unique(),
  email: text().notNull().unique(),
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
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed: see src/lib/seal.ts. */
  secret: text().notNull(),
  /** Whether a code has proved that the app has the secret; unusable until then. */
  isConfirmed: integer('is_confirmed', { mode: 'boolean' }).notNull(),
  /** The last 30-second period since 1970 whose code was used: each is accepted once. */
  lastPeriod: integer('last_period').notNull(),
})

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    hash: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('recovery_codes_by_user').on(table.userId)],
)

/** Deleting a row signs the session out: a token is invalid without its row. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: text('created_at').notNull(),
    lastUsedAt: text('last_used_at').notNull(),
    /** Of the last proof after signing in; '' without one. */
    provedAt: text('proved_at').notNull().default(''),
    browser: text().notNull().default(''),
    network: text().notNull().default(''),
    isByPasskey: integer('is_by_passkey', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('sessions_by_user').on(table.userId)],
)

export const newBrowsers = sqliteTable(
  'new_browsers',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text('session_id').notNull(),
    at: text().notNull(),
    browser: text().notNull(),
    network: text().notNull(),
  },
  (table) => [index('new_browsers_by_user').on(table.userId)],
)

export const personalTokens = sqliteTable(
  'personal_tokens',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    hash: text().notNull().unique(),
    permissions: text({ mode: 'json' }).$type<Permission[]>().notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    lastUsedAt: text('last_used_at'),
  },
  (table) => [index('personal_tokens_by_user').on(table.userId)],
)

export const passwordLinks = sqliteTable(
  'password_links',
  {
    hash: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: text('expires_at').notNull(),
    /** Null for the command line, and for links created by an earlier release. */
    madeBy: integer('made_by').references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('password_links_by_user').on(table.userId),
    index('password_links_by_maker').on(table.madeBy),
  ],
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull().unique(),
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
  },
  (table) => [index('passkeys_by_user').on(table.userId)],
)

/** Passkey challenges that have been answered, until they expire. */
export const usedChallenges = sqliteTable('used_challenges', {
  id: text().primaryKey(),
  passkeyId: integer('passkey_id').notNull(),
  expiresAt: text('expires_at').notNull(),
})

/** Attempts shared by all instances, by keyed hash. Times are milliseconds of the database's clock. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    freeAt: integer('free_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('rate_limits_by_expiry').on(table.expiresAt)],
)

/** Networks and browsers of successful sign-ins, as keyed hashes. */
export const knownClients = sqliteTable(
  'known_clients',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    lastUsedAt: text('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.hash] }),
    index('known_clients_by_use').on(table.lastUsedAt),
  ],
)

/** Random values generated by the server, sealed: signing key, setup code. */
export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})

export const serverFacts = sqliteTable('server_facts', {
  name: text().primaryKey(),
  notedAt: text('noted_at').notNull(),
})

/**
 * The audit log; entries are kept for 180 days. `actor` is the name at that time. `hash` covers the entry and the
 * previous hash, and is null until sealed: see src/audit/chain.ts.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: text().notNull(),
    actor: text(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    subject: text(),
    detail: text(),
    address: text(),
    userId: integer('user_id'),
    source: text({ enum: AUDIT_SOURCES }).notNull().default('web'),
    hash: text(),
  },
  (table) => [
    index('audit_entries_by_time').on(table.at),
    index('audit_entries_by_actor').on(table.actor, table.action, table.address),
    index('audit_entries_unsealed').on(table.id).where(sql`hash IS NULL`),
  ],
)

/**
 * The last deleted audit entry: its hash is the predecessor of the oldest kept one. Also the chain's key and, up to which
 * entry, it doesn't apply: see src/audit/anchor.ts.
 */
export const auditAnchor = sqliteTable('audit_anchor', {
  id: integer().primaryKey(),
  entryId: integer('entry_id').notNull(),
  hash: text().notNull(),
  sealedKey: text('sealed_key'),
  plainUpTo: integer('plain_up_to').notNull().default(0),
  lostUpTo: integer('lost_up_to').notNull().default(0),
  mac: text(),
})

export const posts = sqliteTable(
  'posts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    title: text().notNull(),
    slug: text().notNull().unique(),
    excerpt: text().notNull(),
    content: text().notNull(),
    status: text({ enum: POST_STATUSES }).notNull(),
    tags: text({ mode: 'json' }).$type<string[]>().notNull(),
    metaTitle: text('meta_title').notNull(),
    metaDescription: text('meta_description').notNull(),
    publishedAt: text('published_at'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** Null for older posts until the next start. */
    readingMinutes: integer('reading_minutes'),
    updatedBy: integer('updated_by').references(() => users.id, { onDelete: 'set null' }),
    /** Null until the first publication. */
    feedId: text('feed_id'),
  },
  (table) => [
    index('posts_by_feed_id').on(table.feedId),
    index('posts_by_editor').on(table.updatedBy),
    index('posts_by_status').on(table.status, table.publishedAt),
    index('posts_by_creation').on(table.createdAt, table.status),
    index('posts_by_title').on(table.title, table.id, table.status),
    index('posts_by_reading_time').on(table.readingMinutes, table.id, table.status),
  ],
)

/** Former addresses of published posts, which redirect. */
export const formerSlugs = sqliteTable(
  'former_slugs',
  {
    slug: text().primaryKey(),
    postId: integer('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
  },
  (table) => [index('former_slugs_by_post').on(table.postId)],
)

export const previews = sqliteTable(
  'previews',
  {
    tokenHash: text('token_hash').primaryKey(),
    postId: integer('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    expiresAt: text('expires_at').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('previews_by_post').on(table.postId), index('previews_by_user').on(table.userId)],
)

/** Images of posts. The id is a prefix of the SHA-256 of the bytes, so identical images are stored once. */
export const images = sqliteTable(
  'images',
  {
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
  },
  (table) => [index('images_by_size').on(table.size)],
)

/** One row that triggers increment with every change of public content. */
export const contentVersion = sqliteTable('content_version', {
  id: integer().primaryKey(),
  version: integer().notNull(),
})

export const prompts = sqliteTable('prompts', {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  description: text().notNull(),
  systemPrompt: text('system_prompt').notNull(),
  userPromptTemplate: text('user_prompt_template').notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  createdAt: text('created_at').notNull(),
})

/** An uploaded CSV file; takes effect once all its parts are stored. */
export const keywordUploads = sqliteTable('keyword_uploads', {
  id: integer().primaryKey({ autoIncrement: true }),
  batch: text().notNull().unique(),
  parts: integer().notNull(),
  uploadedAt: text('uploaded_at').notNull(),
  completedAt: text('completed_at'),
  fileName: text('file_name'),
})

/**
 * Rows of one upload call. They appear once all parts of the upload are stored, and disappear when it is deleted.
 * Statistics of the rows are stored here, so that they needn't be read.
 */
export const keywordParts = sqliteTable(
  'keyword_parts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    uploadId: integer('upload_id').references(() => keywordUploads.id),
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
  },
  (table) => [unique().on(table.uploadId, table.number)],
)

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

/** Folded texts of rows in pieces, for search: see search.ts. */
export const searchTexts = sqliteTable(
  'search_texts',
  {
    source: text().notNull(),
    rowId: integer('row_id').notNull(),
    part: integer().notNull(),
    folded: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.rowId, table.part] })],
)

/** Rows to fold before the next search, maintained by triggers. */
export const searchPending = sqliteTable(
  'search_pending',
  {
    number: integer().primaryKey({ autoIncrement: true }),
    source: text().notNull(),
    rowId: integer('row_id').notNull(),
  },
  (table) => [index('search_pending_by_row').on(table.source, table.rowId)],
)

/** Published posts that aren't in the index yet, maintained by triggers: see post-index.ts. */
export const postIndexPending = sqliteTable(
  'post_index_pending',
  {
    number: integer().primaryKey({ autoIncrement: true }),
    postId: integer('post_id').notNull(),
  },
  (table) => [index('post_index_pending_by_post').on(table.postId)],
)

/** Deleted or unpublished posts that are still in the index, maintained by triggers: see post-index.ts. */
export const postIndexStale = sqliteTable('post_index_stale', { id: integer().primaryKey() })

export type PageFacts = Omit<
  AnalysisDetails,
  'analysisId' | 'analyzedAt' | 'title' | 'metaDescription' | 'totalHeadings' | 'wordCount'
>

/**
 * Analyzed websites. A worker holds a claim that expires: see `claimAnalysis`. `attempts` counts claims since the
 * last result. While `requestedAt` is set, a result is pending, and `status` is that of the previous one.
 */
export const analyses = sqliteTable(
  'analyses',
  {
    id: integer().primaryKey({ autoIncrement: true }),
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
  },
  (table) => [
    uniqueIndex('analyses_requested').on(table.url).where(sql`requested_at IS NOT NULL`),
    index('analyses_by_next_update').on(table.nextUpdateScheduled),
    index('analyses_by_status').on(table.status, table.totalKeywords),
  ],
)

/** Keywords of the last success; `rank` starts at 1. */
export const analysisKeywords = sqliteTable(
  'analysis_keywords',
  {
    id: integer().primaryKey(),
    analysisId: integer('analysis_id')
      .notNull()
      .references(() => analyses.id, { onDelete: 'cascade' }),
    rank: integer().notNull(),
    keyword: text().notNull(),
    frequency: integer().notNull(),
    context: text().notNull(),
    relevanceScore: real('relevance_score').notNull(),
  },
  (table) => [unique().on(table.analysisId, table.rank)],
)

/** The latest runs, including failed ones. `keywords` are pairs of keyword and relevance, by rank. */
export const analysisRuns = sqliteTable(
  'analysis_runs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    analysisId: integer('analysis_id')
      .notNull()
      .references(() => analyses.id, { onDelete: 'cascade' }),
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
  },
  (table) => [index('analysis_runs_by_analysis').on(table.analysisId)],
)

/**
 * Omitted from backups and copies: visitor hashes and their salt, which must not outlive midnight; sessions and the
 * signing key, which would let anyone who finds a backup sign in; hashes under omitted keys; tokens and links,
 * because expired or revoked ones must not become valid again; heartbeats, which identify replicas.
 */
export const EXCLUDED_TABLES: readonly string[] = [
  visitors,
  visitorTotals,
  visitorSalts,
  sessions,
  secrets,
  knownClients,
  newBrowsers,
  personalTokens,
  passwordLinks,
  usedChallenges,
  rateLimits,
  instances,
  formerInstances,
  heartbeats,
].map(getTableName)

/** Not counted when a database is described. */
export const INTERNAL_TABLES: readonly string[] = [
  ...EXCLUDED_TABLES,
  ...[migrations, contentVersion, searchTexts, searchPending, auditAnchor].map(getTableName),
]
