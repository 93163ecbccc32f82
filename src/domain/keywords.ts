import * as z from 'zod/mini'

const MB = 1024 * 1024

export const KEYWORDS_PATH = '/api/admin/competitor-keywords'
export const KEYWORD_UPLOAD_PATH = `${KEYWORDS_PATH}/upload`

/** What a CSV file and an upload may hold at the most. */
export const CSV_MAX_BYTES = 50 * MB
export const CSV_MAX_COLUMNS = 1_000
export const UPLOAD_MAX_BYTES = 256 * MB
export const UPLOAD_MAX_ROWS = 1_000_000
export const UPLOAD_MAX_PARTS = 1_000
/** Characters of one keyword. */
export const KEYWORD_MAX = 4_000
/** Characters of a file's name. */
export const FILE_NAME_MAX = 255

export const MESSAGES = {
  noKeywordColumn: 'No keyword column found. Expected one of: Keyword, Top queries, Query.',
  empty: 'The CSV file appears to be empty or invalid',
  rows: 'csvData must be a list of rows',
  tooManyRows: `At most ${UPLOAD_MAX_ROWS} rows can be uploaded in one call`,
  batch: 'uploadBatch must be 1 to 100 letters, digits, dots, hyphens or underscores',
  place: 'uploadBatch must not be one or two dots alone',
  fileName: `fileName must be at most ${FILE_NAME_MAX} characters in one line`,
  parts: `part and parts must be numbers from 1 to ${UPLOAD_MAX_PARTS}, part at most parts`,
} as const

/** The specified toasts about a file: title and text. */
export const FILE_MESSAGES = {
  type: { title: 'Invalid file type', description: 'Please select a CSV file' },
  size: { title: 'File too large', description: 'Please select a CSV file smaller than 50MB' },
  empty: { title: 'Empty file', description: MESSAGES.empty },
  format: { title: 'Parse error', description: 'Failed to parse CSV file. Please check the format.' },
  reading: { title: 'File read error', description: 'Could not read the CSV file' },
} as const
export type FileProblem = keyof typeof FILE_MESSAGES

/** What is wrong with a file before it is opened; null when nothing is. */
export function judgeFile({ name, size }: { name: string; size: number }): FileProblem | null {
  if (!name.toLowerCase().endsWith('.csv')) return 'type'
  return size > CSV_MAX_BYTES ? 'size' : null
}

const figure = z.nullable(z.number())

/** One row of an upload. `position` is the rank among search results, the others are monthly counts. */
export const KeywordRow = z.object({
  keyword: z.string(),
  position: figure,
  searchVolume: figure,
  traffic: figure,
})
export type KeywordRow = z.infer<typeof KeywordRow>

export const Keyword = z.extend(KeywordRow, {
  id: z.number(),
  /** ISO 8601, UTC. */
  uploadedAt: z.string(),
})
export type Keyword = z.infer<typeof Keyword>

export const KEYWORD_SORTS = ['uploadedAt', 'keyword', 'position', 'searchVolume', 'traffic'] as const
export type KeywordSort = (typeof KEYWORD_SORTS)[number]

/** Keywords count as the same whatever their case. */
export const sameKeyword = (keyword: string): string => keyword.toLowerCase()

export const TOP_KEYWORDS = 10
export const TOP_POSITION = 10

export const KeywordStats = z.object({
  totalKeywords: z.number(),
  totalBatches: z.number(),
  /** Of the known positions, with one decimal; 0 when none is known. */
  averagePosition: z.number(),
  /** At most ten different ones among the first ten positions, most traffic first. */
  topKeywords: z.array(KeywordRow),
})
export type KeywordStats = z.infer<typeof KeywordStats>

export const KeywordUpload = z.object({
  uploadBatch: z.string(),
  /** Of the CSV file, if whoever sent it told. */
  fileName: z.nullable(z.string()),
  /** Rows stored so far. */
  count: z.number(),
  status: z.enum(['complete', 'incomplete']),
  parts: z.number(),
  partsReceived: z.number(),
  uploadedAt: z.string(),
})
export type KeywordUpload = z.infer<typeof KeywordUpload>

/** What the list of uploads can be sorted by. */
export const UPLOAD_SORTS = ['uploadedAt', 'fileName'] as const

const part = z._default(
  z
    .number(MESSAGES.parts)
    .check(z.int(MESSAGES.parts), z.gte(1, MESSAGES.parts), z.lte(UPLOAD_MAX_PARTS, MESSAGES.parts)),
  1,
)

/** One or two dots alone mean another place in an address: nobody could delete such an upload. */
const NO_PLACE = /^(?!\.{1,2}$)/

/** All of an upload's body but its rows. */
export const UploadLabel = z
  .object({
    uploadBatch: z
      .string(MESSAGES.batch)
      .check(z.regex(/^[\w.-]{1,100}$/, MESSAGES.batch), z.regex(NO_PLACE, MESSAGES.place)),
    part,
    parts: part,
    fileName: z.optional(
      z.string(MESSAGES.fileName).check(
        z.maxLength(FILE_NAME_MAX, MESSAGES.fileName),
        z.regex(/^\P{Cc}*$/u, MESSAGES.fileName),
        z.refine((name) => name.isWellFormed(), MESSAGES.fileName),
      ),
    ),
  })
  .check(z.refine(({ part, parts }) => part <= parts, { error: MESSAGES.parts, path: ['part'] }))
export type UploadLabel = z.infer<typeof UploadLabel>

/** What an upload sends: rows as objects keyed by the CSV file's header names, all at once or in parts. */
export const UploadInput = z.object({
  csvData: z.array(z.record(z.string(), z.nullable(z.union([z.string(), z.number()])))),
  ...UploadLabel.shape,
})

export const UploadAnswer = z.object({
  /** Rows stored by this call. */
  count: z.number(),
  uploadBatch: z.string(),
  /** Rows of this call that were not stored. */
  skipped: z.number(),
  /** Rows of this call whose keyword an earlier one has; they are stored. */
  duplicates: z.number(),
  status: z.enum(['complete', 'incomplete']),
})
export type UploadAnswer = z.infer<typeof UploadAnswer>
