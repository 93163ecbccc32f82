import { expect, test } from 'bun:test'
import { HtmlValidate } from 'html-validate'
import { fixedPaths } from '#web/router.tsx'
import { startServer } from './harness.ts'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Both are advice about valid HTML, and about elements that Radix writes.
    'prefer-native-element': 'off',
    'no-implicit-button-type': 'off',
    // The generator's settings take effect as they are made: there is nothing to submit.
    'wcag/h32': 'off',
  },
})

test('the HTML of every page is valid', async () => {
  await using server = await startServer()
  const faults: string[] = []
  for (const path of [...fixedPaths, '/no-such-page']) {
    const html = await (await fetch(server.url + path)).text()
    const { results } = await validator.validateString(html)
    for (const { line, column, ruleId, message, selector } of results.flatMap(({ messages }) => messages)) {
      faults.push(`${path} ${line}:${column} ${ruleId}: ${message} (${selector})`)
    }
  }
  expect(faults).toEqual([])
})
