import { expect, test } from 'bun:test'
import { changeRows, mergePages, type Page } from './pages.ts'

type Row = { id: number; status: string }

const page = (...ids: number[]): Page<Row> => ({
  rows: ids.map((id) => ({ id, status: 'new' })),
  total: 4,
  next: null,
  responseId: Symbol('page'),
  changes: 0,
})
const pagesOf = (...pages: Page<Row>[]) => ({ pages, pageParams: pages.map(() => '') })

test('changes rows in place and subtracts deleted ones from the total', () => {
  const data = changeRows(pagesOf(page(4, 3), page(2, 1)), [{ id: 3, status: 'read' }], [2])
  expect(data.pages.map(({ rows }) => rows)).toEqual([
    [
      { id: 4, status: 'new' },
      { id: 3, status: 'read' },
    ],
    [{ id: 1, status: 'new' }],
  ])
  expect(data.pages.map(({ total }) => total)).toEqual([3, 3])
})

test('a new page does not revert rows changed since its request', () => {
  const first = page(4, 3)
  const second = page(2, 1)
  const changed = changeRows(pagesOf(first), [{ id: 4, status: 'archived' }], [3])
  expect(mergePages(changed, pagesOf(first, second))).toEqual(pagesOf(...changed.pages, second))
})

test('a refetched list replaces all rows', () => {
  const changed = changeRows(pagesOf(page(4, 3)), [{ id: 4, status: 'archived' }], [])
  const fetched = pagesOf(page(5, 4))
  expect(mergePages(changed, fetched)).toEqual(fetched)
  expect(mergePages(undefined, fetched)).toBe(fetched)
})

test('unchanged rows stay the same objects', () => {
  const data = pagesOf(page(4, 3))
  const kept = mergePages(data, pagesOf(page(4, 3)))
  expect(kept).toMatchObject({ pages: [{ rows: data.pages[0]?.rows }] })
  expect(mergePages(data, data)).toBe(data)
})
