import { KEYWORDS_PATH } from '#domain/keywords.ts'

export const UPLOADS_PATH = `${KEYWORDS_PATH}/batches`

/** What shows uploads and their keywords. */
export const KEYWORD_KEYS = [[KEYWORDS_PATH], [UPLOADS_PATH]]
