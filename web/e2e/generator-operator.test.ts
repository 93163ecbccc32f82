import { expect, test } from 'bun:test'
import { temporaryFolder } from '#src/testing/folder.ts'
import { startServer, visitor } from './harness.ts'
import { NO_MESSAGES } from './home.ts'

const WORDS = Array.from(
  { length: 1024 },
  (_, at) => `${String.fromCharCode(97 + (at >> 6), 97 + ((at >> 2) & 15))}${'k'.repeat(at & 3)}o`,
)

test("the operator's words and defaults apply to new visitors, below their own choices", async () => {
  using folder = temporaryFolder()
  await Bun.write(`${folder.path}/words.txt`, WORDS.join('\r\n'))
  await using server = await startServer({
    env: {
      GENERATOR_DEFAULTS:
        'https://keys.example/#generator=passphrase&language=own&words=7&separator=.&length=24',
      WORD_LIST_FILE: `${folder.path}/words.txt`,
      SITE_NAME: 'Keys',
    },
  })
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(server.url)
  const stored = () =>
    page.evaluate(() => ({
      options: JSON.parse(localStorage.getItem('passwordOptions') ?? 'null'),
      choices: JSON.parse(localStorage.getItem('generatorExtras') ?? 'null'),
    }))
  const password = page.getByRole('textbox', { name: 'Generated password' })
  const phrase = page.getByRole('textbox', { name: 'Generated passphrase' })
  await page.getByText('1,024 words, 10.0 bits each.').waitFor()
  expect(await phrase.textContent()).toMatch(/^[a-p]{2}k*o(?:\.[a-p]{2}k*o){6}$/)
  await page.getByText('70.0 bits of entropy').waitFor()
  expect(await page.getByRole('combobox', { name: 'Language' }).locator('option:checked').textContent()).toBe(
    'Keys’s list',
  )
  await page.getByRole('tab', { name: 'Password' }).click()
  expect(await password.textContent()).toHaveLength(24)
  await page.getByRole('switch', { name: 'Symbols' }).click()
  expect(await stored()).toMatchObject({
    options: { length: 24, includeSymbols: false },
    choices: { generator: 'password' },
  })
  expect((await stored()).choices).toEqual({ generator: 'password' })
  await page.reload()
  expect(await password.textContent()).toMatch(/^[A-Za-z0-9]{24}$/)
  expect(complaints).toEqual(NO_MESSAGES)
})
