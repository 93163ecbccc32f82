import { expect, test } from 'bun:test'
import { checkPassword } from '#domain/passwords/checklist.ts'
import type { Estimate, Part } from '#domain/passwords/estimate/estimate.ts'
import type { Finding } from '#domain/passwords/estimate/match.ts'
import { ATTACKS, describeDuration } from './attacks.ts'
import { describePart } from './describe-part.ts'
import { explainDisagreement } from './explain-disagreement.ts'
import { formatGuesses, roundRank, speakGuesses } from './format-guesses.ts'
import { describeNothingFound, type Level, levelOf, levelOfGuesses } from './level.ts'
import { suggest } from './suggest.ts'

const word = {
  kind: 'word',
  list: 'passwords',
  word: 'password',
  rank: 4,
  capitals: 'none',
  substitutions: [],
  isReversed: false,
  isTransliterated: false,
} as const satisfies Finding

test.each([
  [2, ['within hours', 'at once', 'at once', 'at once']],
  [6, ['within years', 'within minutes', 'at once', 'at once']],
  [10, [undefined, 'within months', 'at once', 'at once']],
  [15, [undefined, undefined, 'within hours', 'within minutes']],
  [22, [undefined, undefined, undefined, 'within years']],
])('10^%p guesses: %j', (log10Guesses, durations) => {
  expect(ATTACKS.map((attack) => describeDuration(log10Guesses, attack))).toEqual(
    durations.map((text) => text ?? 'after millennia'),
  )
})

test.each<[number, Level['rank']]>([
  [5, 0],
  [8, 1],
  [13, 2],
  [20, 3],
  [25, 4],
  [400, 4],
])('10^%p guesses withstand the slowest %p attacks', (log10Guesses, rank) => {
  expect(levelOfGuesses(log10Guesses).rank).toBe(rank)
})

test.each([
  [0, 'fewer than 10', 'fewer than 10'],
  [6.6, 'about 10⁷', 'about 10 to the power of 7'],
  [23.3, 'about 10²³', 'about 10 to the power of 23'],
])('writes 10^%p as %s and speaks it as %s', (log10Guesses, written, said) => {
  expect(formatGuesses(log10Guesses)).toBe(written)
  expect(speakGuesses(log10Guesses)).toBe(said)
})

test.each([
  [1, 10],
  [9, 20],
  [44, 50],
  [45, 100],
  [900, 2000],
  [3000, 5000],
  [19_000, 50_000],
])('rounds rank %p up to the top %p', (rank, among) => {
  expect(roundRank(rank)).toBe(among)
})

test.each<[Finding, string]>([
  [word, 'a very common password'],
  [
    {
      ...word,
      rank: 5000,
      substitutions: [
        ['@', 'a'],
        ['@', 'a'],
        ['0', 'o'],
      ],
    },
    'a common password with @ for a and 0 for o',
  ],
  [{ ...word, list: 'names', capitals: 'first' }, 'a name with a capital'],
  [{ ...word, list: 'words', isReversed: true, capitals: 'all' }, 'a common word backward, in capitals'],
  [{ kind: 'keyboard', turns: 0 }, 'a row of keys'],
  [{ kind: 'sequence', step: 1 }, 'a sequence'],
  [{ kind: 'repeat', distance: 1, isMirrored: false }, 'a repeated character'],
  [{ kind: 'repeat', distance: 4, isMirrored: true }, 'what comes before, backward'],
  [{ kind: 'disguise', how: 'doubled', of: [word] }, 'a very common password, each character twice'],
  [{ kind: 'phrase', words: 4, isKnown: true }, 'a well-known phrase'],
  [{ kind: 'phrase', words: 4, isKnown: false }, 'a phrase of common words'],
  [{ kind: 'ending' }, 'the usual last character'],
])('describes %j as %s', (finding, text) => {
  expect(describePart(finding)).toBe(text)
})

const estimateOf = (
  log10Guesses: number,
  findings: Finding[],
  listed: Estimate['listed'] = null,
  looksDrawn = false,
): Estimate => {
  const parts: Part[] = findings.map((finding, at) => ({
    start: at,
    end: at + 1,
    log10Guesses: 1,
    weight: 1,
    finding,
  }))
  return { log10Guesses, parts, listed, looksDrawn, length: parts.length, evaluated: parts.length }
}

test.each<[string, Estimate, Level['rank']]>([
  ['characters without a pattern that look drawn', estimateOf(30, [{ kind: 'random' }], null, true), 4],
  ['characters without a pattern that don’t', estimateOf(30, [{ kind: 'random' }]), 3],
  ['usual characters with a usual end', estimateOf(30, [{ kind: 'typical' }, { kind: 'ending' }]), 3],
  ['words', estimateOf(30, [word, word]), 4],
  ['few characters without a pattern', estimateOf(14, [{ kind: 'random' }]), 2],
])('the level of %s claims no more than is shown', (_, estimate, rank) => {
  expect(levelOf(estimate).rank).toBe(rank)
})

test.each<[Finding[], string | null]>([
  [[{ kind: 'random' }], 'We found no pattern. If you made it up yourself, assume that it’s weaker.'],
  [
    [{ kind: 'typical' }, { kind: 'ending' }],
    'We found no pattern. If you made it up yourself, assume that it’s weaker.',
  ],
  [
    [{ kind: 'unknown script' }],
    'We know no words of this script. If you made it up yourself, assume that it’s weaker.',
  ],
  [
    [word, { kind: 'unknown script' }],
    'We know no words of this script. If you made it up yourself, assume that it’s weaker.',
  ],
  [[word, { kind: 'random' }], null],
])('says of %j: %s', (findings, text) => {
  expect(describeNothingFound(estimateOf(20, findings))).toBe(text)
})

test.each<[string, Estimate, RegExp | null]>([
  ['a listed password', estimateOf(1, [word], { rank: 4 }), /^Don’t vary it/],
  ['a password and a year', estimateOf(6, [word, { kind: 'year', year: 1987 }]), /^Replace the date/],
  [
    'three words',
    estimateOf(12, [word, { kind: 'separator' }, word, { kind: 'separator' }, word]),
    /^Add 3 words/,
  ],
  ['few random characters', estimateOf(11, [{ kind: 'random' }]), /^Make it longer/],
  ['a strong password', estimateOf(30, [{ kind: 'random' }], null, true), null],
])('gives advice on %s that fits the findings', (_, estimate, expected) => {
  const advice = suggest(estimate)
  if (expected === null) expect(advice).toBeNull()
  else expect(advice).toMatch(expected)
})

test.each([
  ['P@ssword123!', 5, /^Trust the estimate\. The six checks/],
  ['correct horse battery staple lamp', 25, /^Trust the estimate\. Length/],
])('explains which rating to trust if they disagree on %s', (password, log10Guesses, sentence) => {
  expect(explainDisagreement(checkPassword(password), estimateOf(log10Guesses, [word]))).toMatch(sentence)
})

test.each([
  ['abc', 2],
  ['xR7$kP2!vQ9&mZ4#', 31],
  ['Summer2024!', 14],
])('explains nothing if both ratings of %s agree', (password, decades) => {
  expect(explainDisagreement(checkPassword(password), estimateOf(decades, [word]))).toBeNull()
})
