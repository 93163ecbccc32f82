import { expect, test } from 'bun:test'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { estimateStrength } from './estimate.ts'
import { addWord } from './patterns/words.ts'

const data = await loadStrengthData()
const kinds = (password: string) => estimateStrength(password, data).parts.map(({ finding }) => finding.kind)

// No list has words of these scripts.
test.each(['ᏣᎳᎩᎦᏬᏂᎯᏍᏗ', 'ᠮᠣᠩᠭᠣᠯ', 'ⵜⴰⵎⴰⵣⵉⵖⵜ', '𐐜𐐨𐐻𐑊𐐯𐑁', 'ꦧꦱꦗꦮ', 'ᐃᓄᒃᑎᑐᑦ-ᐃᓄᒃ'])(
  '"%s" is in a script without known words',
  (password) => {
    expect(kinds(password)).toContain('unknown script')
    expect(kinds(password)).not.toContain('random')
  },
)

test.each(['xR7$kP2!vQ9&mZ4#', 'phường', 'ÄÖÜßçñåæøþð', '🔥🎲🧩🔑', '𝓱𝓾𝓷𝓽𝓮𝓻', 'kdjfhgksjdhfg'])(
  '"%s" is not',
  (password) => {
    expect(kinds(password)).not.toContain('unknown script')
  },
)

test('a script is known once its words have been added', () => {
  const vocabulary = structuredClone(data.vocabulary)
  addWord(vocabulary, 'ᐃᓄᒃ', { list: 'words', rank: 1, bits: 0 })
  const more = { ...data, vocabulary }
  expect(estimateStrength('ᒃᓄᐃᒃᒃ', more).parts.map(({ finding }) => finding.kind)).not.toContain(
    'unknown script',
  )
})
