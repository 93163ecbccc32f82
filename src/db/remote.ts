import { createClient } from '@libsql/client/web'
import type { Engine, Statement } from './engine.ts'

/** A libSQL server reached over HTTP. `url` is libsql://, https:// or http://; errors are the client's LibsqlError. */
export function openRemote(url: string, authToken: string | undefined): Engine {
  const client = createClient({ url, authToken, intMode: 'number' })
  const toArgs = ({ sql, params }: Statement) => ({ sql, args: params })

  return {
    run: async (statement) => (await client.execute(toArgs(statement))).rows.map((row) => Array.from(row)),
    batch: async (statements) => {
      const results = await client.batch(statements.map(toArgs), 'write')
      return results.map(({ rows }) => rows.map((row) => Array.from(row)))
    },
    script: async (sql) => client.executeMultiple(`BEGIN IMMEDIATE; ${sql}; COMMIT;`),
    // The server's own files are out of reach from here.
    scrub: () => Promise.resolve(),
    close: async () => client.close(),
  }
}
