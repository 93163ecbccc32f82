import { expect, test } from 'bun:test'
import { koreanKeys } from './korean-keys.ts'

test.each([
  ['안녕하세요', 'dkssudgktpdy'],
  ['비밀번호', 'qlalfqjsgh'],
  ['닭갈비', 'ekfrrkfql'],
])('%s has the keys %s', (word, keys) => {
  expect(koreanKeys(word)).toBe(keys)
})
