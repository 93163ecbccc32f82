import { readdirSync, readFileSync } from 'node:fs'

export type Migration = { id: number; name: string; sql: string }

/** Used as a macro, so that the texts become part of the executable. */
export function readMigrations(): Migration[] {
  const folder = new URL('../../migrations/', import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      id: Number.parseInt(file, 10),
      name: file.replace(/\.sql$/, ''),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }))
}
