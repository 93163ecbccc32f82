import { readdirSync, readFileSync } from 'node:fs'

export type Migration = { id: number; name: string; sql: string }

/** Every file of migrations/, in order. Imported as a macro, so that the texts are inside the executable. */
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
