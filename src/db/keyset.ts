import { and, asc, desc, gt, inArray, is, lt, type SQL, sql } from 'drizzle-orm'
import { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { invalid } from '#src/errors.ts'

type Value = string | number | null
type Order = 'asc' | 'desc'
type Cursor = { sort: string; order: Order; value: Value; id: number }
type Column = SQLiteColumn | SQL

export type KeysetPage<Sort extends string> = {
  limit: number
  offset: number
  sort: Sort
  order: Order
  after?: Cursor | undefined
}

type Row<Sort extends string> = { id: number } & { [field in Sort]: Value | boolean }

type List<Sort extends string, R> = {
  id: SQLiteColumn
  sorts: Record<Sort, Column>
  where: SQL | undefined
  found: number[] | null
  count: (where: SQL | undefined) => Promise<number>
  read: (part: Part) => Promise<R[]>
}

type Part = { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number }

const SORTED_MAX = 10_000

/** Deep pages are as fast as the first. Throws AppError invalid for another order, or too many search results to sort. */
export async function readPage<Sort extends string, R extends Row<Sort>>(
  page: KeysetPage<Sort>,
  list: List<Sort, R>,
): Promise<{ rows: R[]; total: number; next: Cursor | null }> {
  const { sort, order, limit } = page
  refuseOtherOrder(page)
  const [rows, total] = await Promise.all([
    list.read(list.found ? foundPart(page, list, list.found) : listedPart(page, list)),
    list.found?.length ?? list.count(list.where),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, total, next: last ? { sort, order, value: plain(last[sort]), id: last.id } : null }
}

export function refuseOtherOrder({ sort, order, after }: KeysetPage<string>): void {
  if (after && (after.sort !== sort || after.order !== order)) {
    throw invalid('after belongs to a list in another order: pass its sort and order too')
  }
}

function listedPart<Sort extends string, R>(
  page: KeysetPage<Sort>,
  { id, sorts, where }: List<Sort, R>,
): Part {
  const column = sorts[page.sort]
  return {
    where: and(where, isAfter(page, column, id)),
    orderBy: orderOf(page, column, id),
    limit: page.limit + 1,
    offset: page.offset,
  }
}

function foundPart<Sort extends string, R>(
  page: KeysetPage<Sort>,
  { id, sorts }: List<Sort, R>,
  found: number[],
): Part {
  const { order, after, limit, offset } = page
  if (sorts[page.sort] === id) {
    const ids = order === 'desc' ? found : found.toReversed()
    const start = after ? ids.findIndex((one) => (order === 'desc' ? one < after.id : one > after.id)) : 0
    const some = start < 0 ? [] : ids.slice(start + offset, start + offset + limit + 1)
    return { where: inArray(id, some), orderBy: orderOf(page, id, id), limit: limit + 1, offset: 0 }
  }
  if (found.length > SORTED_MAX) {
    throw invalid(`More than ${SORTED_MAX.toLocaleString('en-US')} match: too many to sort`)
  }
  // The plus keeps SQLite from scanning the sort index in search of a few rows.
  const column = sql`+${sorts[page.sort]}`
  const isFound = sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(found)}))`
  return {
    where: and(isFound, isAfter(page, sorts[page.sort], id)),
    orderBy: orderOf(page, column, id),
    limit: limit + 1,
    offset,
  }
}

function orderOf({ order }: { order: Order }, column: Column, id: SQLiteColumn): SQL[] {
  const direction = order === 'asc' ? asc : desc
  return column === id ? [direction(id)] : [direction(column), direction(id)]
}

/** NULL sorts first. A row value comparison, (column, id) < (…), wouldn't use an index with COLLATE. */
function isAfter({ order, after }: KeysetPage<string>, column: Column, id: SQLiteColumn): SQL | undefined {
  if (!after) return undefined
  const isNext = order === 'asc' ? gt(id, after.id) : lt(id, after.id)
  if (column === id) return isNext
  const { value } = after
  const isNull = sql`${column} IS NULL`
  if (value === null) {
    return order === 'asc'
      ? sql`((${isNull} AND ${isNext}) OR ${column} IS NOT NULL)`
      : sql`(${isNull} AND ${isNext})`
  }
  const isFurther =
    order === 'asc'
      ? sql`${column} >= ${value} AND (${column} > ${value} OR ${isNext})`
      : sql`${column} <= ${value} AND (${column} < ${value} OR ${isNext})`
  const isNullable = is(column, SQLiteColumn) && !column.notNull
  return isNullable && order === 'desc' ? sql`((${isFurther}) OR ${isNull})` : sql`(${isFurther})`
}

const plain = (value: Value | boolean): Value => (typeof value === 'boolean' ? Number(value) : value)
