import { expect, test } from 'bun:test'
import { version } from 'recheck/package.json'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { expressionsIn, faultOf, LINEAR_EXPRESSIONS, readExpressions } from '#src/testing/expressions.ts'

const expressions = readExpressions()

/** Checking all takes a minute: short runs check only changed ones. */
async function readLinear(): Promise<Set<string>> {
  const [checker, ...lines] = (await Bun.file(LINEAR_EXPRESSIONS).text()).trimEnd().split('\n')
  return new Set(checker === `recheck ${version}` ? lines : [])
}

test('every regular expression takes linear time for every text', async () => {
  const { found } = await expressions
  const linear = shortOrLong(await readLinear(), new Set<string>())
  const faults: string[] = []
  let checked = 0
  for (const [spelling, { paths, ...expression }] of found) {
    if (linear.has(spelling)) continue
    checked++
    const fault = await faultOf(expression)
    if (fault !== null) faults.push(`${paths.join(', ')}: ${spelling}: ${fault}`)
  }
  printFigures('Regular expressions', {
    different: found.size,
    'checked anew': checked,
    vulnerable: faults.length,
  })
  expect(faults).toEqual([])
  expect(found.size).toBeGreaterThan(200)
})

test('every regular expression is a literal, so that it can be checked', async () => {
  expect((await expressions).computed).toEqual([])
})

const FAULTY: [source: string, fault: string][] = [
  ['/^(a+)+$/', 'exponential'],
  [String.raw`text.replace(/\s+$/, '')`, '2nd degree'],
  ['/[[a-z]--[b]]/v', 'unknown'],
]
/** Tried in long runs only. */
const MORE_FAULTY: typeof FAULTY = [
  [String.raw`/^(?:#{1,2} +|\*\*)(.+?)(?: *#*|\*\*)$/`, '3rd degree'],
  [String.raw`/\[\/?(?:caption|gallery)(?:\s[^\]]*)?\]/g`, '2nd degree'],
  ['/(?<!x)-+$/', '2nd degree'],
]

test.each([...FAULTY, ...shortOrLong([], MORE_FAULTY)])(
  'detects that %s is not linear',
  async (source, fault) => {
    const { literals } = expressionsIn('a.ts', source)
    expect(literals.length).toBe(1)
    for (const literal of literals) expect(await faultOf(literal)).toStartWith(fault)
  },
)

test('the duration of a trial does not affect the result', async () => {
  expect(await faultOf({ pattern: '(?<=b)a+$', flags: '' })).toBeNull()
})

test.each(['new RegExp(pattern)', "RegExp('a+')", "text.match('a+')", 'text.search(`a+`)'])(
  'detects that %s is not a literal',
  (source) => {
    expect(expressionsIn('a.ts', source).computed).toEqual([`a.ts: ${source}`])
  },
)
