import { KEYWORDS_PATH } from '#domain/keywords.ts'

export const UPLOADS_PATH = `${KEYWORDS_PATH}/batches`

export const KEYWORD_KEYS = [[KEYWORDS_PATH], [UPLOADS_PATH]]
