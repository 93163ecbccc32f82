import { expect, test } from 'bun:test'
import { readPalettes } from '#src/site/palettes.ts'
import { coverOf } from './cover.ts'
import { layOutCells } from './lay-out-cells.ts'

const GRIDS = [
  { columns: 8, rows: 2 },
  { columns: 10, rows: 3 },
]
const shown = (title: string) =>
  layOutCells(title, GRIDS).map((line) => line.map((cell) => cell ?? '·').join(''))

test.each([['Why length wins', ['Why·····', 'length··'], ['Why·length', 'wins······', '··········']]])(
  'a longer title takes the next grid: %s',
  (title, _small, large) => {
    expect(shown(title)).toEqual(large)
  },
)

test.each([
  ['Length', ['Length··', '········']],
  ['Pass words', ['Pass····', 'words···']],
  ['密码管理器的十个好处', ['密码管理器的十个', '好处······']],
  ['비밀번호 관리', ['비밀번호·관리·', '········']],
  ['👩‍👩‍👧 🇩🇪 é', ['👩‍👩‍👧·🇩🇪·é···', '········']],
  ['दीर्घ', ['दीर्घ······', '········']],
])('a cell holds a character as readers count them: %s', (title, lines) => {
  expect(shown(title).map((line) => line.normalize())).toEqual(lines.map((line) => line.normalize()))
})

test('titles in right-to-left scripts start at the right, and their digits and Latin words at the left', () => {
  expect(layOutCells('سلام 2026', [{ columns: 10, rows: 1 }])).toEqual([
    [null, '2', '0', '2', '6', null, 'م', 'ا', 'ل', 'س'],
  ])
  expect(layOutCells('WPA שלום', [{ columns: 9, rows: 1 }])).toEqual([
    ['W', 'P', 'A', null, 'ם', 'ו', 'ל', 'ש', null],
  ])
})

test('a title that fits no grid ends with an ellipsis', () => {
  expect(shown('word '.repeat(40)).join('')).toEndWith('…')
  expect(shown('x'.repeat(200)).join('')).toBe(`${'x'.repeat(29)}…`)
})

test('a cover depends on the title alone, is small, and escapes it', () => {
  const palettes = readPalettes()
  const title = 'Salt & <script>“pepper”</script> 🔐'
  const cover = coverOf(title, palettes)
  expect(coverOf(title, palettes)).toBe(cover)
  expect(coverOf(`${title}!`, palettes)).not.toBe(cover)
  expect(cover).not.toContain('<script')
  expect(Bun.gzipSync(coverOf('Ten habits that keep your accounts safe', palettes)).byteLength).toBeLessThan(
    1_500,
  )
})
