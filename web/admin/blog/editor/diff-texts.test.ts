import { expect, test } from 'bun:test'
import { diffTexts } from './diff-texts.ts'

const shown = (before: string, after: string) =>
  diffTexts(before, after).map((row) =>
    row.kind === 'skipped'
      ? `… ${row.lines}`
      : `${{ same: ' ', removed: '-', added: '+' }[row.kind]} ${row.pieces.map(({ kind, text }) => (kind === 'same' ? text : `[${text}]`)).join('')}`,
  )

test('marks changed words in a line and skips long unchanged parts', () => {
  const before = 'One\nTwo\nThree\nLength comes first.\nFive\nSix\nSeven\n'
  const after = 'One\nTwo\nThree\nLength always comes first.\nFive\nSix\nSeven\nEight\n'
  expect(shown(before, after)).toEqual([
    '… 2',
    '  Three',
    '- Length comes first.\n',
    '+ Length [always ]comes first.\n',
    '  Five',
    '  Six',
    '  Seven',
    '+ [Eight]',
  ])
})

test('shows added and removed lines', () => {
  expect(shown('a\nb\n', 'b\n')).toEqual(['- [a]', '  b'])
  expect(shown('', 'new')).toEqual(['+ [new]'])
  expect(shown('same', 'same')).toEqual(['  same'])
})

test('compares two long texts without common lines in bounded time', () => {
  const longText = (word: string) =>
    Array.from({ length: 9_000 }, (_, line) => `${word} ${line} ${'x'.repeat(40)}`).join('\n')
  const rows = diffTexts(longText('one'), longText('two'))
  expect(rows.length).toBe(18_000)
})
