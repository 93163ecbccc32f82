import { version } from 'recheck/package.json'
import { faultOf, LINEAR_EXPRESSIONS, readExpressions } from '#src/testing/expressions.ts'

/** Checks every regular expression and writes down those that are linear: see src/attack/expressions.test.ts. */
const { found } = await readExpressions()
const linear: string[] = []
for (const [spelling, { paths, ...expression }] of found) {
  const fault = await faultOf(expression)
  if (fault === null) linear.push(spelling)
  else process.stdout.write(`${paths.join(', ')}: ${spelling}: ${fault}\n`)
}
await Bun.write(LINEAR_EXPRESSIONS, `recheck ${version}\n${linear.sort().join('\n')}\n`)
process.stdout.write(`${linear.length} of ${found.size} regular expressions are linear\n`)
