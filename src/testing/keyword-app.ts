import type { Keyword, KeywordStats, KeywordUpload } from '#domain/keywords.ts'
import { keywordParts, keywords, keywordUploads } from '#src/db/schema.ts'
import { makeUser } from './make-user.ts'
import { type TestApp, testApp } from './test-app.ts'

export const PATH = '/api/admin/competitor-keywords'

export type Upload = {
  csvData: unknown
  uploadBatch?: unknown
  part?: unknown
  parts?: unknown
  fileName?: unknown
}

export async function withAdmin(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(options)
  const { authorization } = await makeUser(app, 'admin')
  const headers = { authorization }
  const get = async <Answer>(path: string): Promise<Answer> =>
    (await app.call(PATH + path, { headers })).json()
  return {
    ...app,
    headers,
    upload: (json: Upload) => app.call(`${PATH}/upload`, { json, headers }),
    list: (query = '') => get<Keyword[]>(query),
    stats: () => get<KeywordStats>('/stats'),
    uploads: () => get<KeywordUpload[]>('/batches'),
    remove: (batch: string) => app.call(`${PATH}/batches/${batch}`, { method: 'DELETE', headers }),
  }
}

export const rowsOf = (...names: string[]) => names.map((Keyword) => ({ Keyword }))

export const numbered = (count: number, name = 'keyword') =>
  Array.from({ length: count }, (_, index) => ({
    Keyword: `${name} ${index}`,
    Position: String((index % 100) + 1),
  }))

export async function tables({ db }: Pick<TestApp, 'db'>) {
  const [rows, parts, uploads] = await Promise.all([
    db.$count(keywords),
    db.$count(keywordParts),
    db.$count(keywordUploads),
  ])
  return { rows, parts, uploads }
}
