import * as z from 'zod/mini'

/** How the server is, for administrators. */
export const ServerStatus = z.object({
  version: z.string(),
  /** What the database takes; null where its server doesn't tell. */
  databaseBytes: z.nullable(z.number()),
  /** False where the database is on a server of its own: its backups are that server's matter. */
  makesBackups: z.boolean(),
  /** When the last backup was begun (ISO 8601, UTC), and whether it is good; null before the first. */
  lastBackup: z.nullable(z.object({ at: z.string(), ok: z.boolean() })),
})
export type ServerStatus = z.infer<typeof ServerStatus>
