import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { snippetOf } from './snippet.ts'

const around = (text: string, part: string) =>
  snippetOf(text, text.indexOf(part), text.indexOf(part) + part.length)

test('a short text is its own snippet, on one line', () => {
  expect(around('A  password\n\tmanager', 'password')).toBe('A password manager')
})

test('a long text is cut between words on both sides', () => {
  const text = `${'before '.repeat(40)}the keyword here${' after'.repeat(40)}`
  const snippet = around(text, 'keyword')
  expect(snippet).toMatch(/^…before (before )*the keyword here after( after)*…$/)
  expect([...snippet].length).toBeLessThanOrEqual(80)
})

test('the room that one side does not need goes to the other', () => {
  const snippet = around(`keyword ${'word '.repeat(40)}`, 'keyword')
  expect(snippet).toMatch(/^keyword word/)
  expect([...snippet].length).toBeGreaterThan(70)
})

test('emoji count as one character and are not torn apart', () => {
  const snippet = around(`${'😀 '.repeat(100)}keyword ${'😀 '.repeat(100)}`, 'keyword')
  expect([...snippet].length).toBeLessThanOrEqual(80)
  expect(snippet.isWellFormed()).toBeTrue()
})

test('a snippet has its keyword and at most 80 characters, whatever is around it', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 400 })
  fc.assert(
    fc.property(anything, anything, (before, after) => {
      const snippet = snippetOf(`${before}keyword${after}`, before.length, before.length + 'keyword'.length)
      expect(snippet).toContain('keyword')
      expect([...snippet].length).toBeLessThanOrEqual(80)
    }),
  )
})
