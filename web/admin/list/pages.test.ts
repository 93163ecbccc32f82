import { expect, test } from 'bun:test'
import { changeRows, keepChanges, type Page } from './pages.ts'

type Row = { id: number; status: string }

const page = (...ids: number[]): Page<Row> => ({
  rows: ids.map((id) => ({ id, status: 'new' })),
  total: 4,
  next: null,
  answer: Symbol('page'),
  changes: 0,
})
const together = (...pages: Page<Row>[]) => ({ pages, pageParams: pages.map(() => '') })

test('rows are changed where they are, and deleted ones are no longer counted', () => {
  const data = changeRows(together(page(4, 3), page(2, 1)), [{ id: 3, status: 'read' }], [2])
  expect(data.pages.map(({ rows }) => rows)).toEqual([
    [
      { id: 4, status: 'new' },
      { id: 3, status: 'read' },
    ],
    [{ id: 1, status: 'new' }],
  ])
  expect(data.pages.map(({ total }) => total)).toEqual([3, 3])
})

test('a page that arrives brings back no row as it was when the page was asked for', () => {
  const first = page(4, 3)
  const second = page(2, 1)
  const changed = changeRows(together(first), [{ id: 4, status: 'archived' }], [3])
  expect(keepChanges(changed, together(first, second))).toEqual(together(...changed.pages, second))
})

test('a list that is fetched anew replaces all that was there', () => {
  const changed = changeRows(together(page(4, 3)), [{ id: 4, status: 'archived' }], [])
  const fetched = together(page(5, 4))
  expect(keepChanges(changed, fetched)).toEqual(fetched)
  expect(keepChanges(undefined, fetched)).toBe(fetched)
})

test('rows that did not change stay the same objects', () => {
  const data = together(page(4, 3))
  const kept = keepChanges(data, together(page(4, 3)))
  expect(kept).toMatchObject({ pages: [{ rows: data.pages[0]?.rows }] })
  expect(keepChanges(data, data)).toBe(data)
})
