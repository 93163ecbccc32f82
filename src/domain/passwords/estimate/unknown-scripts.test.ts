import { expect, test } from 'bun:test'
import { scriptsOf, unknownScripts } from './unknown-scripts.ts'

const known = scriptsOf('password пароль')

test.each([
  ['пароль password 123', []],
  ['ประเทศไทย1', ['Thai']],
  ['パスワード password', ['Japanese']],
  ['نمسته नमस्ते', ['Arabic', 'Devanagari']],
  ['ሰላም', ['other']],
  ['12/4!', []],
])('without words of the scripts in %s: %j', (text, scripts) => {
  expect(unknownScripts(text, known)).toEqual(scripts)
})
