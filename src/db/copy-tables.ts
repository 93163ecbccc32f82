import { StartError } from '#src/errors.ts'
import {
  createProgress,
  dropProgress,
  PROGRESS_TABLE,
  type Progress,
  readProgress,
  setProgress,
} from './copy-progress.ts'
import { createDatabase } from './database.ts'
import type { Engine, Rows, Statement } from './engine.ts'
import { MIGRATIONS, migrate, readApplied } from './migrate.ts'
import { startError } from './open.ts'
import { fillPostIndex } from './post-index.ts'
import type { Snapshot } from './snapshot.ts'
import { type Checksum, createChecksum, insertPage, quote, readPages, sumRows } from './table-pages.ts'
import { planTables, type Table, type TablePlan, withChildren } from './table-plan.ts'

export type TargetState = 'empty' | 'unfinished' | 'used'

export async function readTargetState(read: (sql: string) => Promise<Rows>): Promise<TargetState> {
  const names = await read(
    "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' AND name NOT LIKE 'libsql%'",
  )
  if (names.length === 0) return 'empty'
  return names.some(([name]) => name === PROGRESS_TABLE) ? 'unfinished' : 'used'
}

type CopiedTable = Checksum & { name: string }

export type CopyResult = {
  tables: CopiedTable[]
  /** Tables that don't match. The copy stays unfinished; repeating it fixes them. */
  different: string[]
}

const REPORT_EVERY_BYTES = 32 * 1024 * 1024

export type StartedCopy = { target: Engine; plan: TablePlan; progress: Progress }

/** Without triggers, because rows already include their effects. Throws StartError if another release started it. */
export async function startCopy(target: Engine, now: () => Date): Promise<StartedCopy> {
  const plan = await planTables()
  const { tables, triggers } = plan
  await target.run(createProgress)
  const progress = await readProgress(target)
  if (progress.size > 0) {
    const version = Math.max(0, ...(await readApplied(target, { isCopying: true })))
    if (version === MIGRATIONS.at(-1)?.id) return { target, plan, progress }
    throw new StartError(
      'The unfinished copy in the target was started by another release. Continue with that release, or start again with an empty target.',
    )
  }
  await migrate(target, { now, isCopying: true })
  await target.batch([
    ...triggers.map(({ name }) => ({ sql: `DROP TRIGGER ${quote(name)}`, params: [] })),
    ...tables.map((table) => setProgress(table.name, null)),
  ])
  return { target, plan, progress: await readProgress(target) }
}

export async function withRepeatHint<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const { message } = startError('The copy was interrupted', error)
    throw new StartError(`${message} Repeat the command to continue.`, { cause: error })
  }
}

/** Reads every table back and compares count and checksum. On resuming, copied tables are compared first. */
export async function copyTables(
  source: Snapshot,
  { target, plan, progress }: StartedCopy,
  report: (line: string) => void,
): Promise<CopyResult> {
  const tables: CopiedTable[] = []
  for (const table of plan.tables) {
    const [[counted] = []] = await source.read({
      sql: `SELECT count(*) FROM ${quote(table.name)}`,
      params: [],
    })
    const rows = Number(counted)
    const sum = await copyTable(source, target, { table, rows, plan, progress, report })
    if (sum.rows !== rows) throw new Error(`${rows} rows of ${table.name} were counted and ${sum.rows} read`)
    tables.push({ name: table.name, ...sum })
  }
  const sequences = await source.read({ sql: 'SELECT name, seq FROM sqlite_sequence', params: [] })

  const different: string[] = []
  for (const [index, table] of plan.tables.entries()) {
    const found = await sumRows(target.run, table)
    const expected = tables[index]
    if (found.rows !== expected?.rows || found.sha256 !== expected.sha256) different.push(table.name)
  }
  if (different.length > 0) return { tables, different }
  report('Verified: every table matches the source')
  await target.run({ sql: "INSERT INTO post_index (post_index) VALUES ('delete-all')", params: [] })
  await fillPostIndex(createDatabase(target))
  await target.batch([
    ...plan.triggers.map(({ sql }) => ({ sql, params: [] })),
    { sql: 'DELETE FROM sqlite_sequence', params: [] },
    ...sequences.map((params) => ({ sql: 'INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', params })),
    dropProgress,
  ])
  return { tables, different }
}

const formatRows = (rows: number) => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`

type TableTask = {
  table: Table
  rows: number
  plan: TablePlan
  progress: Progress
  report: (line: string) => void
}

async function copyTable(
  source: Snapshot,
  target: Engine,
  { table, rows, plan, progress, report }: TableTask,
): Promise<Checksum> {
  const sum = createChecksum()
  let after = progress.get(table.name) ?? null
  if (after) {
    for await (const page of readPages(source.read, table, { upTo: after })) sum.add(page.rows)
    const { sha256 } = await sumRows(target.run, table)
    if (sha256 !== sum.result().sha256) {
      await clear(target, withChildren(plan.tables, table.name), progress)
      return copyTable(source, target, { table, rows, plan, progress, report })
    }
    report(`${table.name}: ${formatRows(sum.result().rows)} of ${rows.toLocaleString('en')} already there`)
  }
  const alreadyCopied = sum.result().rows
  // A new database already has rows, such as `migrations`: replace them in one transaction.
  const isFirst = after === null
  const isRelease = table.name === 'migrations'
  if (isFirst && !isRelease) await target.run(deleteAll(table))
  let unreported = 0
  for await (const page of readPages(source.read, table, { after })) {
    const replaced = isFirst && isRelease && after === null ? [deleteAll(table)] : []
    await target.batch([...replaced, ...insertPage(table, page.rows), setProgress(table.name, page.end)])
    sum.add(page.rows)
    after = page.end
    unreported += page.bytes
    if (unreported < REPORT_EVERY_BYTES) continue
    report(`${table.name}: ${formatRows(sum.result().rows)} of ${rows.toLocaleString('en')}`)
    unreported = 0
  }
  if (rows > alreadyCopied) report(`${table.name}: ${formatRows(rows)} copied`)
  return sum.result()
}

const deleteAll = ({ name }: Table): Statement => ({ sql: `DELETE FROM ${quote(name)}`, params: [] })

async function clear(target: Engine, tables: Table[], progress: Progress): Promise<void> {
  for (const { name } of tables) progress.set(name, null)
  // Must always identify the release, so its rows are replaced in one transaction.
  const emptied = tables.filter(({ name }) => name !== 'migrations')
  await target.batch([...emptied.map(deleteAll), ...tables.map((table) => setProgress(table.name, null))])
}
