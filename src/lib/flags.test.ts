import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { StartError } from '#src/errors.ts'
import { readFlags } from './flags.ts'

const KINDS = { port: 'string', 'site-name': 'string', quick: 'boolean' } as const

test.each([
  [['--port', '80'], [['port', '80']]],
  [['--port=80'], [['port', '80']]],
  [['--port='], [['port', '']]],
  [['--port', ''], [['port', '']]],
  [['--port=-1'], [['port', '-1']]],
  [['--site-name=--port=80'], [['site-name', '--port=80']]],
  [['--port', '1', '--port=2'], [['port', '2']]],
  [['--quick'], [['quick', true]]],
  [['--'], []],
  [[], []],
])('%j parses as %j', (args, expected) => {
  expect(Array.from<unknown>(readFlags(args, KINDS))).toEqual(expected)
})

test.each([
  [['--color'], 'Unknown flag: --color'],
  [['--no-quick'], 'Unknown flag: --no-quick'],
  [['--Port', '80'], 'Unknown flag: --Port. Did you mean --port?'],
  [['--sitename=x'], 'Unknown flag: --sitename. Did you mean --site-name?'],
  [['-p'], 'Unknown flag: -p'],
  [['-p80'], 'Unknown flag: -p'],
  [['--constructor'], 'Unknown flag: --constructor'],
  [['--__proto__=1'], 'Unknown flag: --__proto__'],
  [['--port'], '--port needs a value'],
  [['--port', '-1'], '--port needs a value; write --port=VALUE if it starts with a dash'],
  [
    ['--site-name', '--port=80'],
    '--site-name needs a value; write --site-name=VALUE if it starts with a dash',
  ],
  [['--quick=yes'], '--quick takes no value'],
  [['--quick='], '--quick takes no value'],
  [['start'], 'Unexpected argument: start'],
  [['--quick', 'yes'], 'Unexpected argument: yes'],
  [['--', '--port'], 'Unexpected argument: --port'],
  [['-'], 'Unexpected argument: -'],
])('%j is rejected with: %s', (args, message) => {
  expect(() => readFlags(args, KINDS)).toThrow(new StartError(message))
})

test('any arguments parse or are rejected with one sentence', () => {
  const word = fc.oneof(
    fc.constantFrom('--port', '--port=', '--quick', '--site-name', '--', '-', '=', '--=', '--__proto__'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (args) => {
      try {
        const names = [...readFlags(args, KINDS).keys()]
        expect(Object.keys(KINDS)).toEqual(expect.arrayContaining(names))
      } catch (error) {
        expect(error).toBeInstanceOf(StartError)
      }
    }),
  )
})
