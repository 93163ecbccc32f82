import { expect, test } from 'bun:test'
import { StartError } from '#src/errors.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import type { Io } from './command.ts'
import { generateCommand } from './generate.ts'

async function run(...args: string[]) {
  const lines: string[] = []
  const io: Io = {
    env: {},
    out: (text) => lines.push(text),
    err: (text) => lines.push(`error: ${text}`),
  }
  const status = await generateCommand.run(args, io)
  return { status, lines }
}

test('prints one password of 16 characters of every type', async () => {
  const { status, lines } = await run()
  expect(status).toBe(0)
  expect(lines.length).toBe(1)
  expect(lines[0]).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[^A-Za-z0-9])\S{16}$/)
})

test('--count prints that many different passwords, one per line', async () => {
  const { lines } = await run('--count', '1000', '--length=8')
  expect(new Set(lines).size).toBe(1000)
  expect(lines.every((line) => /^\S{8}$/.test(line))).toBe(true)
})

test.each([
  ['--no-uppercase', /[A-Z]/],
  ['--no-lowercase', /[a-z]/],
  ['--no-numbers', /[0-9]/],
  ['--no-symbols', /[^A-Za-z0-9]/],
  ['--avoid-ambiguous', /[lIO01]/],
])('%s omits those characters', async (flag, left) => {
  const { lines } = await run(flag, '--length', '64', '--count', '50')
  expect(lines.length).toBe(50)
  expect(lines.join('')).not.toMatch(left)
})

test.each([
  [['--length', '7'], '--length must be a whole number from 8 to 64.'],
  [['--length', '65'], '--length must be a whole number from 8 to 64.'],
  [['--length', '12.5'], '--length must be a whole number from 8 to 64.'],
  [['--length', 'long'], '--length must be a whole number from 8 to 64.'],
  [['--length='], '--length must be a whole number from 8 to 64.'],
  [['--length=-9'], '--length must be a whole number from 8 to 64.'],
  [['--count', '0'], '--count must be a whole number from 1 to 1000.'],
  [['--count', '1001'], '--count must be a whole number from 1 to 1000.'],
  [['--count', '1e3'], '--count must be a whole number from 1 to 1000.'],
  [
    ['--no-uppercase', '--no-lowercase', '--no-numbers', '--no-symbols'],
    'At least one character type must be selected',
  ],
])('rejects %j with one clear sentence', async (args, message) => {
  const refusal: unknown = await run(...args).catch((error) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(refusal).toHaveProperty('message', message)
})

test.each([
  [['--color'], '--color'],
  [['-x'], '-x'],
  [['--length'], '--length'],
  [['--no-symbols=yes'], '--no-symbols'],
  [['20'], '20'],
])('rejects %j with a one-line error that names %s', async (args, culprit) => {
  const refusal: unknown = await run(...args).catch((error) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(refusal).toHaveProperty('message', expect.stringContaining(culprit))
  expect(refusal).toHaveProperty('message', expect.not.stringContaining('\n'))
})

test('--passphrase prints six words with hyphens', async () => {
  const { lines } = await run('--passphrase', '--count', '20')
  expect(lines).toHaveLength(20)
  for (const line of lines) expect(line).toMatch(/^[a-z]{3,9}(-[a-z]{3,9}){5}$/)
})

test('--words, --separator, --capitalize, --add-number and --add-symbol change the passphrase', async () => {
  const { lines } = await run(
    '--passphrase',
    '--words=3',
    '--separator=space',
    '--capitalize',
    '--add-number',
    '--add-symbol',
  )
  expect(lines[0]).toMatch(/^([A-Z][a-z]{2,8}[0-9]?[^A-Za-z0-9 ]?( |$)){3}$/)
})

test.each([
  ['fr', /^\p{Ll}+(?: · \p{Ll}+){4}$/u],
  ['French', /^\p{Ll}+(?: · \p{Ll}+){4}$/u],
  ['ja', /^\p{sc=Hiragana}+(?: · \p{sc=Hiragana}+){4}$/u],
  ['ko', /^\p{sc=Hangul}+(?: · \p{sc=Hangul}+){4}$/u],
  ['zh-hant', /^\p{sc=Han}(?: · \p{sc=Han}){4}$/u],
])('--language %s prints words of this language, with any separator', async (language, expected) => {
  const args = ['--passphrase', '--words=5', '--language', language, '--separator= · ', '--count=20']
  const { lines } = await run(...args)
  expect(new Set(lines).size).toBe(20)
  for (const line of lines) {
    expect(line).toMatch(expected)
    expect(line).toBe(line.normalize('NFC'))
  }
})

test('--word-list prints words of this file', async () => {
  using folder = temporaryFolder()
  const words = Array.from(
    { length: 1024 },
    (_, at) => `${String.fromCharCode(97 + (at >> 6), 97 + (at & 15))}${'k'.repeat((at >> 4) & 3)}o`,
  )
  await Bun.write(`${folder.path}/words.txt`, words.join('\n'))
  const { lines } = await run(
    '--passphrase',
    '--words=20',
    '--separator=none',
    `--word-list=${folder.path}/words.txt`,
  )
  expect(lines[0]).toMatch(/^(?:[a-p]{2}k{0,3}o){20}$/)
})

test('--symbols, --exclude, --min-numbers and --min-symbols change the password', async () => {
  const { lines } = await run(
    '--symbols=-_',
    '--exclude=aeiou',
    '--min-numbers=4',
    '--min-symbols=2',
    '--count=50',
  )
  for (const line of lines)
    expect(line).toMatch(/^(?=(.*[0-9]){4})(?=(.*[-_]){2})[A-Zb-df-hj-np-tv-z0-9_-]{16}$/)
})

test.each([
  [['--words', '6'], '--words needs --passphrase.'],
  [['--passphrase', '--length', '20'], "--length can't be combined with --passphrase."],
  [['--passphrase', '--words', '2'], '--words must be a whole number from 3 to 20.'],
  [['--passphrase', '--separator=123456789'], '--separator: Enter at most 8 characters.'],
  [['--passphrase', '--separator=\n'], '--separator: Use characters that are visible on their own.'],
  [['--passphrase', '--language=xx'], '--language must be one of en, zh-Hans, zh-Hant, cs, fr,'],
  [['--language=fr'], '--language needs --passphrase.'],
  [['--passphrase', '--language=fr', '--word-list=x'], "--word-list can't be combined with --language."],
  [
    ['--passphrase', '--word-list=/no/such/file'],
    "The word list /no/such/file can't be used: it can't be read.",
  ],
  [['--symbols=abc'], '--symbols: Use keyboard symbols only, such as ! # % ?'],
  [['--exclude=0123456789'], 'Every digit is excluded. Allow at least one, or switch that type off.'],
  [
    ['--length=8', '--min-numbers=9'],
    'need at least 12 characters. Lower a minimum or choose a longer password.',
  ],
])('rejects %j: %s', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message)
})
