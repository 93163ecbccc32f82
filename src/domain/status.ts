import * as z from 'zod/mini'

/** How the server is, for administrators. */
export const ServerStatus = z.object({
  version: z.string(),
  /** What the database takes; null where its server doesn't tell. */
  databaseBytes: z.nullable(z.number()),
  /** When the newest backup was tried (ISO 8601, UTC), and whether it is good; null when there is none. */
  lastBackup: z.nullable(z.object({ at: z.string(), ok: z.boolean() })),
})
export type ServerStatus = z.infer<typeof ServerStatus>
