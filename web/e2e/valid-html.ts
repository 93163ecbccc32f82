import { HtmlValidate } from 'html-validate'

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

/** What is wrong with the HTML of a page, and where. */
export async function htmlFaults(url: string): Promise<string[]> {
  const { results } = await validator.validateString(await (await fetch(url)).text())
  return results
    .flatMap(({ messages }) => messages)
    .map(
      ({ line, column, ruleId, message, selector }) =>
        `${line}:${column} ${ruleId}: ${message} (${selector})`,
    )
}
