import { COMMAND_LINE } from '#domain/audit.ts'
import { recordAudit } from '#src/audit/store.ts'
import { type DatabaseLocation, openSource, openTarget, showLocation } from '#src/db/copy-endpoints.ts'
import { type CopyResult, copyTables, startCopy, withRepeatHint } from '#src/db/copy-tables.ts'
import { createDatabase } from '#src/db/database.ts'
import { StartError } from '#src/errors.ts'
import { type Flags, readFlags } from '#src/lib/flags.ts'
import { readSecret } from '#src/lib/secret-files.ts'
import type { Command, Io } from './command.ts'
import { userError } from './database.ts'

const FLAGS = {
  from: 'string',
  to: 'string',
  'from-auth-token': 'string',
  'to-auth-token': 'string',
} as const

const help = `Usage: passwright copy --from FOLDER|URL --to FOLDER|URL

Copies a database from one data folder or libSQL server to another. A source at another release's version is refused,
and so is a target that is not empty. The copy is a snapshot of the source when the command starts; later writes are not
copied, so stop its server first.

Every table is read back and compared by count and checksum before the target can be used. To resume an interrupted
copy, run it again; until it is complete, no server starts on it. As with backups, sessions, tokens, the signing key
and today's visitor hashes are not copied: everyone has to sign in again.

  --from FOLDER|URL        a data folder, or a libSQL server: libsql://, https:// or http://
  --to FOLDER|URL          the same, empty
  --from-auth-token TOKEN  for the source (FROM_AUTH_TOKEN; the variable is safer, as flags show in process lists)
  --to-auth-token TOKEN    for the target (TO_AUTH_TOKEN)

FROM_AUTH_TOKEN_FILE and TO_AUTH_TOKEN_FILE may name files with the tokens instead.

Exit status 0 when the copy is complete, 1 when it differs from the source, 2 when it was refused or interrupted.`

export const copyCommand: Command = {
  help,
  run: async (args, io) => {
    const flags = readFlags(args, FLAGS)
    const from = readPlace('from', flags, io.env)
    const to = readPlace('to', flags, io.env)
    const source = await openSource(from)
    try {
      const target = await openTarget(to)
      try {
        const begun = await startCopy(target, () => new Date())
        const result = await withRepeatHint(copyTables(source, begun, io.err))
        if (result.different.length > 0) return printDifferences(result, showLocation(to), io)
        const entry = { action: 'database_restored', subject: `copy of ${showLocation(from)}` } as const
        await recordAudit(createDatabase(target), COMMAND_LINE, entry, new Date())
        printTables(result, io)
        io.out(`Copied ${showLocation(from)} to ${showLocation(to)}. Everyone has to sign in again.`)
        return 0
      } finally {
        await target.close()
      }
    } catch (error) {
      throw userError(error)
    } finally {
      await source.close()
    }
  },
}

function readPlace(name: 'from' | 'to', flags: Flags, env: Io['env']): DatabaseLocation {
  const location = String(flags.get(name) ?? '').trim()
  if (location === '') throw new StartError('Specify both databases: --from FOLDER|URL --to FOLDER|URL.')
  if (!location.includes('://')) return { folder: location }
  const isUrl =
    /^(?:libsql|https?):/i.test(location) && URL.canParse(location) && new URL(location).hostname !== ''
  if (!isUrl) throw new StartError(`--${name} must be a folder or a libsql://, https:// or http:// address.`)
  const variable = name === 'from' ? 'FROM_AUTH_TOKEN' : 'TO_AUTH_TOKEN'
  const token = flags.get(`${name}-auth-token`) ?? readSecret(env, variable)?.text
  return { url: location, authToken: token === undefined ? undefined : String(token) }
}

function printTables({ tables }: CopyResult, { out }: Io): void {
  const filled = tables.filter(({ rows }) => rows > 0)
  const nameWidth = Math.max(...filled.map(({ name }) => name.length))
  for (const { name, rows, sha256 } of filled)
    out(
      `${name.padEnd(nameWidth)}  ${rows.toLocaleString('en').padStart(9)} rows  sha256 ${sha256.slice(0, 16)}`,
    )
}

function printDifferences({ different }: CopyResult, location: string, { err }: Io): number {
  err(
    `The copy at ${location} differs from the source in these tables: ${different.join(', ')}. It can't be used yet.`,
  )
  err('Something else changed it, or its disk is failing. Repeat the command to copy these tables again.')
  return 1
}
