import { expect, test } from 'bun:test'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { estimateStrength } from './estimate.ts'

const data = await loadStrengthData()
const log10Guesses = (password: string) => estimateStrength(password, data).log10Guesses

/** Ranges that experts agree on, as log10 of guesses. */
const EXAMPLES: [password: string, least: number, most: number][] = [
  ['', 0, 0],
  ['a', 0, 2],
  ['123456', 0, 1],
  ['password', 0, 2],
  ['qwerty', 0, 2],
  ['letmein', 0, 3],
  ['iloveyou', 0, 2],
  ['Password1', 1, 4],
  ['PASSWORD', 1, 4],
  ['P@ssw0rd', 1, 5],
  ['P@ssword123!', 3, 7],
  ['drowssap', 1, 6],
  ['aaaaaaaa', 1, 5],
  ['abcabcabc', 2, 6.5],
  ['abcdefghijklmnop', 1, 7],
  ['1qaz2wsx3edc', 1, 5],
  ['qwertyuiop[]', 2, 7],
  ['19870412', 3, 7],
  ['12.04.1987', 4, 8],
  ['jessica1987', 3, 7],
  ['Jessica1987!', 4, 8.5],
  ['Summer2024!', 4, 8],
  ['Liverpool#1', 4, 9],
  ['monkeydragon', 3, 8],
  ['ILoveYou2!', 4, 9],
  ['mydogisfluffy', 6, 13],
  ['J0hnSm1th1984', 6, 12],
  ['Tr0ub4dor&3', 8, 13],
  ['correct horse battery staple', 1, 6],
  ['correcthorsebatterystaple', 1, 6],
  ['unpaved-subtitle-crazily-glare-stargazer-oversold', 20, 26],
  ['unpaved subtitle crazily glare stargazer oversold', 21.3, 25.3],
  ['UnpavedSubtitleCrazilyGlareStargazerOversold', 20, 28],
  ['copper violin tundra basket', 12, 16],
  ['copperviolintundrabasket', 12, 17],
  ['we are on our way to the top', 8, 16],
  ['We Are On Our Way To The Top', 8, 17],
  ['i do not know what i do', 6, 15],
  ["i don't know, do you?", 6, 13],
  ['she is all i am', 5, 13],
  ['my cat is 7 years old', 8, 15],
  ['weareonourwaytothetop', 8, 18],
  ['jot7overtake7lyricism7bagpipe', 15, 18],
  ['cafe\u0301', 1, 6],
  ['👨‍👩‍👧‍👦', 2, 4],
  ['пароль123', 2, 5],
  ['pässwörd', 1.5, 6],
  ['passwörter', 4, 10],
  ['日本語パスワード', 3, 12],
  ['🔥🔥🔥🔥', 2, 8],
  ['xq7Rw', 7, 10],
  ['kV9#mQ2x', 13, 16.5],
  ['x7#Kq!9mZ$w2Lp&e', 28, 32],
  ['gkzqvwxjtbmf', 15, 18],
  ['83915726', 6, 9],
]

test.each(EXAMPLES)('"%s" takes 10^%p to 10^%p guesses', (password, least, most) => {
  expect(log10Guesses(password)).toBeGreaterThanOrEqual(least)
  expect(log10Guesses(password)).toBeLessThanOrEqual(most)
})

test.each([
  ['\u200bhunter2', 1, 0],
  ['hunter2\u200b\ufeff', 0, 2],
  ['\u2060kettle42!\u00ad', 1, 1],
])(
  'invisible characters at the edges of %j add nothing, and are parts of their own',
  (password, before, after) => {
    const visible = password.slice(before, password.length - after)
    const { log10Guesses, listed, parts, length } = estimateStrength(password, data)
    const alone = estimateStrength(visible, data)
    expect([log10Guesses, listed, length]).toEqual([alone.log10Guesses, alone.listed, password.length])
    expect(parts).toHaveLength(alone.parts.length + Number(before > 0) + Number(after > 0))
    expect(parts.at(before > 0 ? 0 : -1)?.finding).toEqual({ kind: 'invisible' })
  },
)
