import { expect, test } from 'bun:test'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { checkCommand } from './check.ts'

async function run(password: string | { pipes: string }, ...args: string[]) {
  const lines: string[] = []
  const input = {
    askSecretly: async () => (typeof password === 'string' ? [password] : null),
    readAll: async () => (typeof password === 'string' ? '' : password.pipes),
  }
  const io = { env: {}, out: (text: string) => lines.push(text), err: (text: string) => lines.push(text) }
  const status = await checkCommand({ input, loadStrengthData }).run(args, io)
  return { status, output: lines.join('\n') }
}

test('prints both ratings and which one to trust, but not the password', async () => {
  const { status, output } = await run('P@ssword123!')
  expect(status).toBe(0)
  expect(output).toContain('Six criteria: 100%, Excellent.')
  expect(output).toContain('Withstands none of the four attacks.')
  expect(output).toContain('Trust the estimate.')
  expect(output).toMatch(
    /^ +Slow hash +guessed within minutes .*bcrypt at cost 10, one graphics card: 10,000 guesses a second\)$/m,
  )
  expect(output).toMatch(/characters 1-8: a (very )?common password with a capital, with @ for a/)
  expect(output).toContain('character 12: the usual last character')
  expect(output).not.toContain('P@ss')
})

test('says what a level means, how far off the estimate may be, and that finding no pattern proves nothing', async () => {
  const madeUp = (await run('Kdjfhvkqjwh!ewkjfhbvcmnq')).output
  expect(madeUp).toContain('Withstands one graphics card.')
  expect(madeUp).toContain('A password withstands an attack that takes 10 years or longer.')
  expect(madeUp).toContain('We found no pattern. If you made it up yourself, assume that it’s weaker.')
  expect(madeUp).toContain('about half of the estimates are within a factor of 20')
  expect((await run('xR7$kP2!vQ9&mZ4#')).output).toContain('Withstands all four attacks.')
  expect((await run('P@ssword123!')).output).not.toContain('We found no pattern')
})

test("--show prints the password's parts", async () => {
  expect((await run('P@ssword123!', '--show')).output).toContain("'P@ssword': a")
})

test('--show escapes control characters', async () => {
  const { output } = await run('\u001b[2Jpassword\u009b31m\u202e', '--show')
  expect(output).toContain("'\\u001b[2J'")
  expect(output).toContain('\\u009b')
  expect(output).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
})

test('reports a listed password', async () => {
  expect((await run('qwerty')).output).toContain('One of the 10 most used passwords in known leaks.')
})

test('--at-least determines the exit status', async () => {
  const refused = await run('qwerty', '--at-least', '10')
  expect(refused.status).toBe(1)
  expect(refused.output).toMatch(/\npasswright: The password withstands fewer than 10\^10 guesses\.$/)
  expect((await run('xR7$kP2!vQ9&mZ4#', '--at-least', '20')).status).toBe(0)
})

test('--json prints the figures but not the password', async () => {
  const { output } = await run('jessica1987', '--json')
  const { log10Guesses, parts, criteria, attacks } = JSON.parse(output)
  expect(log10Guesses).toBeGreaterThan(2)
  expect(log10Guesses).toBeLessThan(8)
  expect(parts.at(-1)).toMatchObject({ end: 11 })
  expect(criteria).toMatchObject({ percentage: 50, label: 'Fair' })
  expect(attacks).toHaveLength(4)
  expect(output).not.toContain('jessica')
})

test.each(['secret words\n', 'secret words\r\n', 'secret words'])('reads %j from a pipe', async (pipes) => {
  const { output } = await run({ pipes }, '--json')
  expect(JSON.parse(output).length).toBe(12)
})

test('rates a text of 10,000 characters by its first 100', async () => {
  const { output } = await run({ pipes: 'aB3$'.repeat(2500) })
  expect(output).toContain('only the first 100 of 10000 characters were evaluated')
})

test('rejects several lines from a pipe', async () => {
  await expect(run({ pipes: 'first\nsecond\n' })).rejects.toThrow(
    'There are several lines. Check one password at a time.',
  )
})

test.each([
  ['', [], 'There is no password to check.'],
  ['x'.repeat(1_100_000), [], 'The password is longer than 1 MB.'],
  ['abc', ['--at-least', 'strong'], '--at-least must be a number, such as 12.'],
])('rejects %j %j: %s', async (password, args, message) => {
  await expect(run(password, ...args)).rejects.toThrow(message)
})

test.each([
  [['Hunter2xyz']],
  [['--Hunter2xyz']],
  [['--Hunter2xyz=5']],
  [['--json', '-Hunter2xyz']],
  [['--', '-Hunter2xyz']],
  [['--at-least', '5', 'Hunter2xyz']],
  [['--at-least', '-Hunter2xyz']],
  [['--constructor=Hunter2xyz']],
  [['']],
])('refuses %j without repeating it', async (args) => {
  await expect(run('abc', ...args)).rejects.toThrow(
    "Don't put the password on the command line: run passwright check without it, and it will ask, or pipe the password to its standard input.",
  )
})

test.each([
  [['--context', 'Quillarn', 'Zebulon', '--json']],
  [['--context', 'Zebulon', '--json', '--context', 'Quillarn']],
  [['--context=Zebulon, Quillarn', '--json']],
  [['--json', '--context', 'quillarn@example.com']],
])('%j makes the words and their usual changes the first guesses', async (args) => {
  const { output } = await run('Qu1llarn1987!', ...args)
  expect(JSON.parse(output).log10Guesses).toBeLessThanOrEqual(2)
  expect(JSON.parse(output).parts[0].is).toStartWith('a word that someone who knows you would try')
  expect(output.toLowerCase()).not.toContain('quillarn')
  expect(JSON.parse((await run('Qu1llarn1987!', '--json')).output).log10Guesses).toBeGreaterThan(5)
})

test.each([
  [['--context'], '--context needs at least one word, such as a name.'],
  [['--context', '--json'], '--context needs at least one word, such as a name.'],
  [['--context='], '--context needs at least one word, such as a name.'],
  [['--context', 'x'.repeat(1001)], '--context takes at most 1000 characters in all.'],
])('rejects %j', async (args, message) => {
  await expect(run('abc', ...args)).rejects.toThrow(message)
})

test.each([
  [['--json=Hunter2xyz'], '--json takes no value'],
  [['--at-least=Hunter2xyz'], '--at-least must be a number, such as 12.'],
])('rejects %j without repeating the value', async (args, message) => {
  const error = await run('abc', ...args).catch((error: unknown) => error)
  expect(error).toHaveProperty('message', message)
})
