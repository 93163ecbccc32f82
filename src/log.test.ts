import { expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import fc from 'fast-check'
import { anyCharacter } from '#src/testing/any-character.ts'
import { createLog } from './log.ts'

function recorder(format: 'json' | 'text') {
  const lines: string[] = []
  const now = () => new Date('2026-03-14T12:00:00Z')
  return { lines, log: createLog({ format, now, write: (line) => lines.push(line) }) }
}

const read = (lines: string[]): unknown => JSON.parse(lines.at(-1) ?? '')

test('a JSON line contains time, level, event and fields', () => {
  const { log, lines } = recorder('json')
  log.warn('disk nearly full', { free: 12, place: null, left: undefined })
  expect(lines).toEqual([
    '{"time":"2026-03-14T12:00:00.000Z","level":"warn","event":"disk nearly full","free":12,"place":null}',
  ])
})

test('a text line contains the same', () => {
  const { log, lines } = recorder('text')
  log.info('listening', { url: 'http://localhost:3000', tries: 1, left: undefined })
  expect(lines).toEqual(['2026-03-14T12:00:00.000Z info listening url="http://localhost:3000" tries=1'])
})

test.each(['json', 'text'] as const)('logged %s never breaks a line or controls the terminal', (format) => {
  const { log, lines } = recorder(format)
  const nasty = fc
    .array(fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom(...SIGNS)))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(nasty, (text) => {
      log.info('requested', { path: text })
      log.error('failed', new Error(text, { cause: new Error(text) }), { path: text })
      const written = lines.splice(0)
      expect(written.length).toBe(2)
      expect(written.join('')).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
      if (format === 'json') expect(read(written)).toHaveProperty('path', text)
    }),
    { numRuns: 50 },
  )
})

const SIGNS = [
  '\r\n',
  '\n',
  '\x1b[2J\x1b[31m',
  '\x9b31m',
  '\x07',
  '\0',
  '\x7f',
  '\u2028',
  '\u202e',
  '\u2066',
  '"',
  '\\',
]

test.each([
  ['error', ['error']],
  ['warn', ['warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['debug', ['debug', 'info', 'warn', 'error']],
  [undefined, ['info', 'warn', 'error']],
] as const)('at level %s the log contains %j', (level, levels) => {
  const lines: string[] = []
  const log = createLog({ format: 'json', level, now: () => new Date(0), write: (line) => lines.push(line) })
  log.debug('d')
  log.info('i')
  log.warn('w')
  log.error('e', new Error('e'))
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([...levels])
})

test('an error is logged with its stack and those of its causes', () => {
  const { log, lines } = recorder('json')
  log.error('failed', new Error('outer', { cause: new TypeError('inner') }), { requestId: 'a1' })
  expect(read(lines)).toEqual({
    time: '2026-03-14T12:00:00.000Z',
    level: 'error',
    event: 'failed',
    requestId: 'a1',
    error: expect.stringMatching(/^Error: outer\n {4}at .*\ncaused by: TypeError: inner\n {4}at /s),
  })
})

test.each([['a secret'], [null], [undefined], [{ message: 'a secret' }], [42]])(
  'a thrown %p is not logged',
  (thrown) => {
    const { log, lines } = recorder('json')
    log.error('failed', thrown)
    expect(read(lines)).toHaveProperty('error', `thrown ${typeof thrown}`)
  },
)

test('a failed query is logged without its statement and parameters', () => {
  const { log, lines } = recorder('json')
  const cause = new Error('UNIQUE constraint failed: users.email')
  const failed = new DrizzleQueryError('insert into users values (?)', ['ada@example.com'], cause)
  log.error('failed', failed)
  log.error('failed', new Error('could not save', { cause: failed }))
  for (const line of lines) {
    expect(line).toContain('query failed: Error: UNIQUE constraint failed: users.email')
    expect(line).not.toContain('ada@example.com')
    expect(line).not.toContain('insert into')
  }
})

test('logging an error with a circular cause terminates', () => {
  const { log, lines } = recorder('json')
  const error = new Error('round')
  error.cause = error
  log.error('failed', error)
  expect(read(lines)).toHaveProperty('error', expect.stringContaining('further causes'))
})
