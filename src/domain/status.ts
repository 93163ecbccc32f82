import * as z from 'zod/mini'

export const ServerStatus = z.object({
  version: z.string(),
  databaseBytes: z.nullable(z.number()),
  /** False if the database runs on its own server, which needs its own backups. */
  makesBackups: z.boolean(),
  lastBackup: z.nullable(z.object({ at: z.string(), ok: z.boolean() })),
})
export type ServerStatus = z.infer<typeof ServerStatus>
