import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '#domain/backups.ts'
import type { Server } from './harness.ts'

/** Puts `count` backups into the folder, a minute apart. Returns their file names, oldest first. */
export function addBackups(server: Server, count: number): string[] {
  const folder = join(server.folder, 'data', 'backups')
  mkdirSync(folder, { recursive: true })
  const backups = Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2026, 2, 14, 12, index)).toISOString()
    return {
      name: `passwright-${at.replaceAll(':', '-')}.db`,
      isHere: true,
      kind: 'manual',
      status: 'done',
      startedAt: at,
      milliseconds: 300 + index,
      bytes: 1,
      by: 'ada',
      failure: null,
    } satisfies Backup
  })
  for (const { name } of backups) writeFileSync(join(folder, name), 'x')
  writeFileSync(
    join(folder, 'history.jsonl'),
    backups.map((backup) => `${JSON.stringify(backup)}\n`).join(''),
  )
  return backups.map(({ name }) => name)
}
