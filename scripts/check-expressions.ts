import { version } from 'recheck/package.json'
import { faultOf, LINEAR_EXPRESSIONS, readExpressions } from '#src/testing/expressions.ts'

/** Rewrites the list of linear expressions; see src/attack/expressions.test.ts. */
const { found } = await readExpressions()
const linear: string[] = []
for (const [spelling, { paths, ...expression }] of found) {
  const problem = await faultOf(expression)
  if (problem === null) linear.push(spelling)
  else process.stdout.write(`${paths.join(', ')}: ${spelling}: ${problem}\n`)
}
await Bun.write(LINEAR_EXPRESSIONS, `recheck ${version}\n${linear.sort().join('\n')}\n`)
process.stdout.write(`${linear.length} of ${found.size} regular expressions are linear\n`)
