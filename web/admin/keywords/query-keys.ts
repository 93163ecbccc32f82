import { KEYWORDS_PATH } from '#domain/keywords.ts'
import type { AdminKey } from '#web/admin/client.ts'

export const UPLOADS_PATH = `${KEYWORDS_PATH}/batches` as const

export const KEYWORD_KEYS: AdminKey[] = [[KEYWORDS_PATH], [`${KEYWORDS_PATH}/stats`], [UPLOADS_PATH]]
