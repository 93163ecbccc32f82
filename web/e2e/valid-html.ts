import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Stylistic rules, and rules about markup that Radix generates.
    'prefer-native-element': 'off',
    'no-implicit-button-type': 'off',
    // The generator's options apply at once, without a submit button.
    'wcag/h32': 'off',
  },
})

export async function htmlErrors(url: string): Promise<string[]> {
  const { results } = await validator.validateString(await (await fetch(url)).text())
  return results
    .flatMap(({ messages }) => messages)
    .map(
      ({ line, column, ruleId, message, selector }) =>
        `${line}:${column} ${ruleId}: ${message} (${selector})`,
    )
}
