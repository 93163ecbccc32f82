import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyCharacter } from '#src/testing/any-character.ts'
import { snippetOf } from './snippet.ts'

const around = (text: string, part: string) =>
  snippetOf(text, text.indexOf(part), text.indexOf(part) + part.length)

test('returns a short text on one line', () => {
  expect(around('A  password\n\tmanager', 'password')).toBe('A password manager')
})

test('cuts a long text between words on both sides', () => {
  const text = `${'before '.repeat(40)}the keyword here${' after'.repeat(40)}`
  const snippet = around(text, 'keyword')
  expect(snippet).toMatch(/^…before (before )*the keyword here after( after)*…$/)
  expect([...snippet].length).toBeLessThanOrEqual(80)
})

test('fills one side if the other is short', () => {
  const snippet = around(`keyword ${'word '.repeat(40)}`, 'keyword')
  expect(snippet).toMatch(/^keyword word/)
  expect([...snippet].length).toBeGreaterThan(70)
})

test('counts emoji as one character and never splits them', () => {
  const snippet = around(`${'😀 '.repeat(100)}keyword ${'😀 '.repeat(100)}`, 'keyword')
  expect([...snippet].length).toBeLessThanOrEqual(80)
  expect(snippet.isWellFormed()).toBeTrue()
})

test('includes the keyword in at most 80 characters, in any text', () => {
  const anything = fc.string({ unit: anyCharacter, maxLength: 400 })
  fc.assert(
    fc.property(anything, anything, (before, after) => {
      const snippet = snippetOf(`${before}keyword${after}`, before.length, before.length + 'keyword'.length)
      expect(snippet).toContain('keyword')
      expect([...snippet].length).toBeLessThanOrEqual(80)
    }),
  )
})
