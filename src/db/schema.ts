import { sql } from 'drizzle-orm'
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

/** Which migrations this database has seen; the highest `id` is its version. */
export const migrations = sqliteTable('migrations', {
  id: integer().primaryKey(),
  name: text().notNull(),
  appliedAt: text('applied_at').notNull(),
})

/** One row per day and counted thing: all that statistics keep after midnight. `day` is a date like 2026-01-31. */
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

/** What each day came to by name: the sums of `daily_counts`, kept by triggers. */
export const dailyTotals = sqliteTable(
  'daily_totals',
  {
    day: text().notNull(),
    name: text().notNull(),
    total: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
)

/** The random key of today's visitor hashes; destroyed with them when the day is over. */
export const visitorSalts = sqliteTable('visitor_salts', {
  day: text().primaryKey(),
  salt: blob({ mode: 'buffer' }).notNull(),
})

/** Keyed hashes of today's visitors: they can be counted, not read back. */
export const visitors = sqliteTable(
  'visitors',
  {
    day: text().notNull(),
    hash: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.hash] })],
)

/** How many visitors each open day has; a trigger counts them. */
export const visitorTotals = sqliteTable('visitor_totals', {
  day: text().primaryKey(),
  total: integer().notNull(),
})

/** What people wrote through the contact form, kept until an admin deletes it. */
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

/** What the operator is to be told of, until it is sent everywhere or too old. */
export const notices = sqliteTable('notices', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: text().notNull(),
  kind: text().notNull(),
  subject: text(),
})

/** Where notices are sent to, how far that has come, and who is at it: see `claimDelivery` in the store. */
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

/** Administrators. Names and e-mail addresses are unique without regard to case. */
export const users = sqliteTable('users', {
  id: integer().primaryKey({ autoIncrement: true }),
  username: text().notNull().unique(),
  email: text().notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  role: text({ enum: ROLES }).notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  createdAt: text('created_at').notNull(),
  lastLogin: text('last_login'),
  /** Someone else typed the password. */
  mustChangePassword: integer('must_change_password', { mode: 'boolean' }).notNull().default(false),
  /** From when on a user without the required second step may do nothing but set one up; null where none is required. */
  secondStepDueAt: text('second_step_due_at'),
})

/** What users share with their authenticator apps. */
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In base32, without padding. */
  secret: text().notNull(),
  /** Whether a code has shown that the app has the secret; until then it opens nothing. */
  isConfirmed: integer('is_confirmed', { mode: 'boolean' }).notNull(),
  /** The last period of 30 seconds, counted from 1970, whose code was taken: each is taken once. */
  lastPeriod: integer('last_period').notNull(),
})

/** Codes for whoever has lost the app, by the SHA-256 of each. */
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

/** Who is signed in. Deleting a row is what signs someone out; a token without its row is worth nothing. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: text('created_at').notNull(),
    lastUsedAt: text('last_used_at').notNull(),
    /** When the user last gave a password or passkey in this session. */
    provedAt: text('proved_at').notNull().default(''),
    /** Browser and system in words, such as 'Firefox on Linux'. */
    browser: text().notNull().default(''),
    /** A /24 or /48 in CIDR notation. */
    network: text().notNull().default(''),
  },
  (table) => [index('sessions_by_user').on(table.userId)],
)

/** Sign-ins from browsers that their users had not used before, until the users have seen them. */
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

/** What programs call the API with, by the hash of each token. */
export const personalTokens = sqliteTable(
  'personal_tokens',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** SHA-256 in hexadecimal. */
    hash: text().notNull().unique(),
    permissions: text({ mode: 'json' }).$type<Permission[]>().notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    lastUsedAt: text('last_used_at'),
  },
  (table) => [index('personal_tokens_by_user').on(table.userId)],
)

/** Links by which users set a password of their own, by the SHA-256 of each. */
export const passwordLinks = sqliteTable(
  'password_links',
  {
    hash: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: text('expires_at').notNull(),
  },
  (table) => [index('password_links_by_user').on(table.userId)],
)

/** Public keys by which users sign in without a password. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** As a COSE key. */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** Signatures so far; stays 0 for passkeys that are synced. */
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<Transport[]>().notNull(),
    deviceType: text('device_type', { enum: ['singleDevice', 'multiDevice'] }).notNull(),
    isBackedUp: integer('is_backed_up', { mode: 'boolean' }).notNull(),
    /** The domain that the passkey was made for. */
    rpId: text('rp_id').notNull(),
    name: text().notNull(),
    createdAt: text('created_at').notNull(),
    lastUsedAt: text('last_used_at'),
  },
  (table) => [index('passkeys_by_user').on(table.userId)],
)

/** Challenges that a passkey has answered, until they expire. */
export const usedChallenges = sqliteTable('used_challenges', {
  id: text().primaryKey(),
  passkeyId: integer('passkey_id').notNull(),
  expiresAt: text('expires_at').notNull(),
})

/** Networks and browsers that an administrator has signed in from, as keyed hashes. */
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

/** Random values that the server made for itself: the signing key, the setup code. */
export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** What a server on this database found out once and for all, such as that a proxy passes requests on to it. */
export const serverFacts = sqliteTable('server_facts', {
  name: text().primaryKey(),
  notedAt: text('noted_at').notNull(),
})

/**
 * Who did what, when, from where; kept for 180 days. `actor` is the name at that time. `hash` covers the entry and the
 * hash of the entry before it, and is null until the chain gets there: see src/audit/chain.ts.
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

/** One row: the last audit entry deleted for its age, whose hash the oldest kept entry continues. */
export const auditAnchor = sqliteTable('audit_anchor', {
  id: integer().primaryKey(),
  entryId: integer('entry_id').notNull(),
  hash: text().notNull(),
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
    /** Null only for posts of before this column was there, until the next start. */
    readingMinutes: integer('reading_minutes'),
    /** Who saved it last; null for the command line, and for posts of an earlier release. */
    updatedBy: integer('updated_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('posts_by_editor').on(table.updatedBy),
    index('posts_by_status').on(table.status, table.publishedAt),
    index('posts_by_creation').on(table.createdAt, table.status),
    index('posts_by_title').on(table.title, table.id, table.status),
    index('posts_by_reading_time').on(table.readingMinutes, table.id, table.status),
  ],
)

/** Addresses that a post had while it was published: they lead to where it is now. */
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

/** Links to posts that are not public. The link's token is kept as a hash: a copy of the database opens nothing. */
export const previews = sqliteTable(
  'previews',
  {
    tokenHash: text('token_hash').primaryKey(),
    postId: integer('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    expiresAt: text('expires_at').notNull(),
    /** Who made it; null for links of an earlier release. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('previews_by_post').on(table.postId), index('previews_by_user').on(table.userId)],
)

/** Images of posts. The id is the beginning of the SHA-256 of the bytes, so that the same image is stored once. */
export const images = sqliteTable(
  'images',
  {
    id: text().primaryKey(),
    extension: text().$type<ImageExtension>().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    size: integer().notNull(),
    createdAt: text('created_at').notNull(),
    /** The name at that time; see Actor. */
    createdBy: text('created_by'),
    /** When it was first found in no post; null while one uses it, and until someone looked. */
    unusedSince: text('unused_since'),
    bytes: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [index('images_by_size').on(table.size)],
)

/** One row that counts the changes of anything public pages show; triggers keep it. */
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

/** One CSV file of competitor keywords. It counts once all of its parts are there. */
export const keywordUploads = sqliteTable('keyword_uploads', {
  id: integer().primaryKey({ autoIncrement: true }),
  batch: text().notNull().unique(),
  parts: integer().notNull(),
  uploadedAt: text('uploaded_at').notNull(),
  completedAt: text('completed_at'),
  fileName: text('file_name'),
})

/**
 * The rows that came in one call. It belongs to its upload once all of them are stored; until then, and after the
 * upload's deletion, nothing shows them. What statistics tell of the rows is kept here, so that nobody need read them.
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
    /** How many positions are known, and their sum. */
    positions: integer().notNull().default(0),
    positionSum: real('position_sum').notNull().default(0),
    topKeywords: text('top_keywords', { mode: 'json' }).$type<KeywordRow[]>().notNull(),
    /** The version of the rules that its rows are folded by. */
    folding: integer().notNull().default(0),
    /** Characters of the longest keyword, or more. */
    longest: integer().notNull().default(4000),
  },
  (table) => [unique().on(table.uploadId, table.number)],
)

/** Rows of CSV files. The numbers of a part's rows follow each other: see `firstId` in the store. */
export const keywords = sqliteTable('keywords', {
  id: integer().primaryKey(),
  keyword: text().notNull(),
  position: real(),
  searchVolume: integer('search_volume'),
  traffic: real(),
  /** What it is found and sorted by, where lower(), which knows A to Z only, makes something else of it. */
  folded: text(),
})

/** The words of rows in the form that searches compare, in pieces: see search.ts. */
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

/** Rows whose words are to be folded before the next search; triggers keep it. */
export const searchPending = sqliteTable(
  'search_pending',
  {
    number: integer().primaryKey({ autoIncrement: true }),
    source: text().notNull(),
    rowId: integer('row_id').notNull(),
  },
  (table) => [index('search_pending_by_row').on(table.source, table.rowId)],
)

/** What `details` holds: all of them that is not in a column of its own. */
export type PageFacts = Omit<
  AnalysisDetails,
  'analysisId' | 'analyzedAt' | 'title' | 'metaDescription' | 'totalHeadings' | 'wordCount'
>

/**
 * Websites that were, or are to be, analyzed. Whoever works on one holds the claim, and the claim lapses: see
 * `claimAnalysis` in the store. `attempts` counts the claims since the last result. `requestedAt` is there while someone
 * waits for a result, the first or another: `status` then still is that of the last one.
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
    /** The beginning of the page's words, for the AI analysis. */
    text: text(),
  },
  (table) => [
    uniqueIndex('analyses_requested').on(table.url).where(sql`requested_at IS NOT NULL`),
    index('analyses_by_next_update').on(table.nextUpdateScheduled),
    index('analyses_by_status').on(table.status, table.totalKeywords),
  ],
)

/** Of the last success, the best first: `rank` counts from 1. */
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

/** The last times that a website was read, or could not be. `keywords` are pairs of keyword and relevance, by rank. */
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
    /** Of the program that ranked them; null where that was not noted. */
    version: text(),
  },
  (table) => [index('analysis_runs_by_analysis').on(table.analysisId)],
)
