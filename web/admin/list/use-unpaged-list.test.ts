import { expect, test } from 'bun:test'
import { sortRows } from './use-unpaged-list.ts'

type File = { name: string; bytes: number | null }

const FILES: File[] = [
  { name: 'b', bytes: 10 },
  { name: 'a', bytes: null },
  { name: 'd', bytes: 9 },
  { name: 'c', bytes: 10 },
]
const SORTS = { name: ({ name }: File) => name, bytes: ({ bytes }: File) => bytes }

test.each([
  { sort: 'name', order: 'asc', names: 'abcd' },
  { sort: 'name', order: 'desc', names: 'dcba' },
  { sort: 'bytes', order: 'asc', names: 'adbc' },
  { sort: 'bytes', order: 'desc', names: 'bcda' },
  { sort: 'unknown', order: 'asc', names: 'badc' },
] as const)('sorts by $sort $order and keeps the order of equal rows', ({ names, ...sorting }) => {
  const sorted = sortRows(FILES, SORTS, sorting)
  expect(sorted.map(({ name }) => name).join('')).toBe(names)
  expect(FILES[0]?.name).toBe('b')
})
