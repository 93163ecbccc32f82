import * as z from 'zod/mini'

const MB = 1024 * 1024

export const KEYWORDS_PATH = '/api/admin/competitor-keywords'
export const KEYWORD_IDEAS_PATH = '/api/admin/keyword-ideas'
export const KEYWORD_UPLOAD_PATH = `${KEYWORDS_PATH}/upload`

export const CSV_MAX_BYTES = 50 * MB
export const CSV_MAX_COLUMNS = 1_000
export const UPLOAD_MAX_BYTES = 256 * MB
export const UPLOAD_MAX_ROWS = 1_000_000
const UPLOAD_MAX_PARTS = 1_000
export const KEYWORD_MAX = 4_000
export const FILE_NAME_MAX = 255

export const MESSAGES = {
  empty: 'The CSV file appears to be empty or invalid',
  rows: 'csvData must be a list of rows',
  tooManyRows: `At most ${UPLOAD_MAX_ROWS} rows can be uploaded in one call`,
  batch: 'uploadBatch must be 1 to 100 letters, digits, dots, hyphens or underscores',
  place: 'uploadBatch must not be "." or ".."',
  fileName: `fileName must be at most ${FILE_NAME_MAX} characters on one line`,
  parts: `part and parts must be numbers from 1 to ${UPLOAD_MAX_PARTS}, part at most parts`,
} as const

export const FILE_MESSAGES = {
  type: { title: 'Invalid file type', description: 'Please select a CSV file' },
  size: { title: 'File too large', description: 'Please select a CSV file smaller than 50MB' },
  empty: { title: 'Empty file', description: MESSAGES.empty },
  format: { title: 'Parse error', description: 'Failed to parse CSV file. Please check the format.' },
  reading: { title: 'File read error', description: 'Could not read the CSV file' },
} as const
export type FileProblem = keyof typeof FILE_MESSAGES

/** Checks a file before reading it; null if valid. */
export function findFileProblem({ name, size }: { name: string; size: number }): FileProblem | null {
  if (!name.toLowerCase().endsWith('.csv')) return 'type'
  return size > CSV_MAX_BYTES ? 'size' : null
}

const figure = z.nullable(z.number())

/** `position` is the search rank; volume and traffic are monthly counts. */
export const KeywordRow = z.object({
  keyword: z.string(),
  position: figure,
  searchVolume: figure,
  traffic: figure,
})
export type KeywordRow = z.infer<typeof KeywordRow>

export const Keyword = z.extend(KeywordRow, {
  id: z.number(),
  uploadedAt: z.string(),
})
export type Keyword = z.infer<typeof Keyword>

export const KEYWORD_SORTS = ['uploadedAt', 'keyword', 'position', 'searchVolume', 'traffic'] as const
export type KeywordSort = (typeof KEYWORD_SORTS)[number]

export const keywordKey = (keyword: string): string => keyword.toLowerCase()

export const TOP_KEYWORDS = 10
export const TOP_POSITION = 10

export const KeywordStats = z.object({
  totalKeywords: z.number(),
  totalBatches: z.number(),
  averagePosition: z.number(),
  /** Distinct, ranked 1 to 10, most traffic first. */
  topKeywords: z.array(KeywordRow),
})
export type KeywordStats = z.infer<typeof KeywordStats>

/** `new`: no post is about it. `extend`: the nearest post lacks the words in `missing`. */
export const KeywordIdea = z.object({
  /** Keywords with the same words, most traffic first. */
  keywords: z.array(z.string()),
  traffic: figure,
  searchVolume: figure,
  state: z.enum(['new', 'extend', 'covered']),
  post: z.nullable(z.object({ id: z.number(), title: z.string(), slug: z.string() })),
  missing: z.array(z.string()),
})
export type KeywordIdea = z.infer<typeof KeywordIdea>

export const KeywordUpload = z.object({
  uploadBatch: z.string(),
  fileName: z.nullable(z.string()),
  count: z.number(),
  status: z.enum(['complete', 'incomplete']),
  parts: z.number(),
  partsReceived: z.number(),
  uploadedAt: z.string(),
})
export type KeywordUpload = z.infer<typeof KeywordUpload>

export const UPLOAD_SORTS = ['uploadedAt', 'fileName'] as const

const part = z._default(
  z
    .number(MESSAGES.parts)
    .check(z.int(MESSAGES.parts), z.gte(1, MESSAGES.parts), z.lte(UPLOAD_MAX_PARTS, MESSAGES.parts)),
  1,
)

/** URLs resolve . and .. as path segments, so such an upload could never be deleted. */
const NOT_A_DOT_SEGMENT = /^(?!\.{1,2}$)/

export const UploadLabel = z
  .object({
    uploadBatch: z
      .string(MESSAGES.batch)
      .check(z.regex(/^[\w.-]{1,100}$/, MESSAGES.batch), z.regex(NOT_A_DOT_SEGMENT, MESSAGES.place)),
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

/** Rows are keyed by CSV header names and may be sent in several parts. */
export const UploadInput = z.object({
  csvData: z.array(z.record(z.string(), z.nullable(z.union([z.string(), z.number()])))),
  ...UploadLabel.shape,
})

export const UploadResponse = z.object({
  count: z.number(),
  uploadBatch: z.string(),
  skipped: z.number(),
  /** Rows with repeated keywords, which are stored too. */
  duplicates: z.number(),
  status: z.enum(['complete', 'incomplete']),
})
export type UploadResponse = z.infer<typeof UploadResponse>
