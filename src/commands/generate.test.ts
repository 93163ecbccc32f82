import { expect, test } from 'bun:test'
import { StartError } from '#src/errors.ts'
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

test('one password of 16 characters of every type is printed', async () => {
  const { status, lines } = await run()
  expect(status).toBe(0)
  expect(lines.length).toBe(1)
  expect(lines[0]).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[^A-Za-z0-9])\S{16}$/)
})

test('--count prints that many, one a line, all different', async () => {
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
])('%s leaves those characters out', async (flag, left) => {
  const { lines } = await run(flag, '--length', '64', '--count', '50')
  expect(lines.length).toBe(50)
  expect(lines.join('')).not.toMatch(left)
})

test('--help prints every flag and no password', async () => {
  const { status, lines } = await run('--help', '--count', '3')
  expect(status).toBe(0)
  expect(lines).toEqual([generateCommand.help])
  for (const flag of ['--length', '--count', '--no-symbols', '--avoid-ambiguous', '--help']) {
    expect(generateCommand.help).toContain(flag)
  }
})

test.each([
  [['--length', '7'], '--length must be a whole number from 8 to 64'],
  [['--length', '65'], '--length must be a whole number from 8 to 64'],
  [['--length', '12.5'], '--length must be a whole number from 8 to 64'],
  [['--length', 'long'], '--length must be a whole number from 8 to 64'],
  [['--length='], '--length must be a whole number from 8 to 64'],
  [['--length=-9'], '--length must be a whole number from 8 to 64'],
  [['--count', '0'], '--count must be a whole number from 1 to 1000'],
  [['--count', '1001'], '--count must be a whole number from 1 to 1000'],
  [['--count', '1e3'], '--count must be a whole number from 1 to 1000'],
  [
    ['--no-uppercase', '--no-lowercase', '--no-numbers', '--no-symbols'],
    'At least one character type must be selected',
  ],
])('%j is answered with one clear sentence', async (args, message) => {
  const refusal: unknown = await run(...args).catch((error) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(refusal).toHaveProperty('message', message)
})

test.each([
  [['--colour'], '--colour'],
  [['-x'], '-x'],
  [['--length'], '--length'],
  [['--no-symbols=yes'], '--no-symbols'],
  [['20'], '20'],
])('%j is refused in one line that names %s', async (args, culprit) => {
  const refusal: unknown = await run(...args).catch((error) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(refusal).toHaveProperty('message', expect.stringContaining(culprit))
  expect(refusal).toHaveProperty('message', expect.not.stringContaining('\n'))
})
