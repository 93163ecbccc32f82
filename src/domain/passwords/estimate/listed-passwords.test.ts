import { expect, test } from 'bun:test'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { estimateStrength } from './estimate.ts'

const COMMON_PASSWORDS = `${import.meta.dir}/../lists/common-passwords.txt`

test('no password of the published list of common ones takes more than a million guesses', async () => {
  const data = await loadStrengthData()
  const passwords = (await Bun.file(COMMON_PASSWORDS).text()).trim().split('\n')
  expect(passwords.length).toBeGreaterThan(19_000)
  const strong = passwords.filter((password) => estimateStrength(password, data).log10Guesses > 6)
  expect(strong).toEqual([])
})
