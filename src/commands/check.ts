import { lengthOf } from '#domain/passwords/character-classes.ts'
import { checkPassword } from '#domain/passwords/checklist.ts'
import { CONTEXT_LENGTH_MAX, readContext } from '#domain/passwords/estimate/context.ts'
import type { StrengthData } from '#domain/passwords/estimate/data.ts'
import { type Estimate, estimateStrength } from '#domain/passwords/estimate/estimate.ts'
import { USUAL_ERROR } from '#domain/passwords/verdict/accuracy.ts'
import { ATTACKS, describeDuration } from '#domain/passwords/verdict/attacks.ts'
import { describePart } from '#domain/passwords/verdict/describe-part.ts'
import { explainDisagreement } from '#domain/passwords/verdict/explain-disagreement.ts'
import { formatGuesses, roundRank } from '#domain/passwords/verdict/format-guesses.ts'
import { describeNothingFound, LEVEL_CRITERION, levelOf } from '#domain/passwords/verdict/level.ts'
import { sentenceOf } from '#domain/passwords/verdict/sentence.ts'
import { suggest } from '#domain/passwords/verdict/suggest.ts'
import { StartError } from '#src/errors.ts'
import { escapeForTerminal } from '#src/lib/escape-for-terminal.ts'
import { type Flags, readFlags } from '#src/lib/flags.ts'
import type { Command } from './command.ts'
import type { Input } from './terminal.ts'

const FLAGS = {
  json: 'boolean',
  show: 'boolean',
  'at-least': 'string',
  context: 'string',
} as const

const help = `Usage: passwright check [options]

Rates a password the way the website does: by six criteria, and by the estimated number of guesses it withstands. Asks
for the password without showing it, or reads it from the standard input. Nothing is stored or sent.

  --context WORD…  words that someone who knows you would try first, such as names, birthdays, pets and the site; other
                   users of this machine can see them while the command runs
  --at-least N     exit with status 1 unless it withstands 10^N guesses
  --show           print the parts of the password, not only their positions
  --json           print JSON, without the password
  --help           show this text`

const BYTES_MAX = 1024 * 1024

type Options = { input: Input; loadStrengthData: () => Promise<StrengthData> }

/** Rates one password both ways. */
export function checkCommand({ input, loadStrengthData }: Options): Command {
  return {
    help,
    async run(args, io) {
      const { context, others } = takeContext(args)
      refusePasswordInArguments(others)
      const flags = readFlags(others, FLAGS)
      const minimum = readMinimum(flags)
      const password = await readPassword(input)
      const estimate = estimateStrength(password, await loadStrengthData(), readContext(context))
      const lines = flags.has('json')
        ? [toJson(password, estimate)]
        : describe(password, estimate, flags.has('show'))
      for (const line of lines) io.out(line)
      if (estimate.log10Guesses >= minimum) return 0
      io.err(`passwright: The password withstands fewer than 10^${minimum} guesses.`)
      return 1
    },
  }
}

const CONTEXT = '--context'

/** Joins the words after each `--context`, up to the next flag. Throws StartError if there are none, or too many. */
function takeContext(args: string[]): { context: string; others: string[] } {
  const words: string[] = []
  const others: string[] = []
  let isContext = false
  for (const arg of args) {
    if (arg.startsWith('-')) isContext = arg === CONTEXT
    if (arg.startsWith(`${CONTEXT}=`)) words.push(arg.slice(CONTEXT.length + 1))
    else if (!isContext) others.push(arg)
    else if (arg !== CONTEXT) words.push(arg)
  }
  const context = words.join('\n')
  const isGiven = args.some((arg) => arg === CONTEXT || arg.startsWith(`${CONTEXT}=`))
  if (isGiven && context.trim() === '')
    throw new StartError('--context needs at least one word, such as a name.')
  if (lengthOf(context) > CONTEXT_LENGTH_MAX)
    throw new StartError(`--context takes at most ${CONTEXT_LENGTH_MAX} characters in all.`)
  return { context, others }
}

/** Without echoing it, even if it looks like a flag. Other users can see arguments, and shells keep them. */
function refusePasswordInArguments(args: string[]): void {
  const isOurs = (arg: string, index: number) =>
    arg.startsWith('-') ? isOwnFlag(arg) : args[index - 1] === '--at-least'
  if (args.every(isOurs)) return
  throw new StartError(
    "Don't put the password on the command line: run passwright check without it, and it will ask, or pipe the password to its standard input.",
  )
}

const isOwnFlag = (arg: string) =>
  Object.keys(FLAGS).some((name) => arg === `--${name}` || arg.startsWith(`--${name}=`))

function readMinimum(flags: Flags): number {
  const text = flags.get('at-least')
  if (text === undefined) return 0
  const minimum = /^\d{1,3}(\.\d+)?$/.test(String(text)) ? Number(text) : Number.NaN
  if (Number.isNaN(minimum)) throw new StartError('--at-least must be a number, such as 12.')
  return minimum
}

/** Removes one trailing line break, which echo and editors add. Throws StartError for several lines. */
async function readPassword(input: Input): Promise<string> {
  const [typed] = (await input.askSecretly(['Password to check'])) ?? []
  const password = typed ?? (await input.readAll()).replace(/\r?\n$/, '')
  if (password === '') throw new StartError('There is no password to check.')
  if (password.includes('\n')) throw new StartError('There are several lines. Check one password at a time.')
  if (Buffer.byteLength(password) > BYTES_MAX) throw new StartError('The password is longer than 1 MB.')
  return password
}

const writePlace = (start: number, end: number): string =>
  end === start + 1 ? `character ${end}` : `characters ${start + 1}-${end}`

function toJson(password: string, estimate: Estimate): string {
  const { log10Guesses, listed, parts, length, evaluated } = estimate
  const { shown, label, criteria } = checkPassword(password)
  return JSON.stringify({
    log10Guesses: Number(log10Guesses.toFixed(2)),
    sentence: sentenceOf(estimate),
    level: levelOf(estimate),
    attacks: ATTACKS.map((attack) => ({ ...attack, found: describeDuration(log10Guesses, attack) })),
    listedAmong: listed && roundRank(listed.rank),
    parts: parts.map(({ start, end, log10Guesses, finding }) => ({
      start,
      end,
      log10Guesses: Number(log10Guesses.toFixed(2)),
      is: describePart(finding),
    })),
    length,
    evaluated,
    criteria: { percentage: shown, label, ...criteria },
  })
}

function describe(password: string, estimate: Estimate, isShown: boolean): string[] {
  const { log10Guesses, listed, parts, length, evaluated } = estimate
  const checklist = checkPassword(password)
  const codePoints = [...password]
  const disagreement = explainDisagreement(checklist, estimate)
  const nothingFound = describeNothingFound(estimate)
  const advice = suggest(estimate)
  const nameWidth = Math.max(...ATTACKS.map(({ name }) => name.length))
  return [
    sentenceOf(estimate),
    '',
    `Six criteria: ${checklist.shown}%, ${checklist.label}.`,
    `Estimate: ${formatGuesses(log10Guesses)} guesses. ${levelOf(estimate).label}.`,
    LEVEL_CRITERION,
    ...(listed
      ? [`One of the ${roundRank(listed.rank).toLocaleString('en')} most used passwords in known leaks.`]
      : []),
    ...(nothingFound ? [nothingFound] : []),
    ...(disagreement ? [disagreement] : []),
    '',
    ...ATTACKS.map(
      (attack) =>
        `  ${attack.name.padEnd(nameWidth)}  guessed ${describeDuration(log10Guesses, attack)} (${attack.example}: ${attack.rate})`,
    ),
    '',
    ...parts.map(({ start, end, finding }) => {
      const place = isShown
        ? `'${escapeForTerminal(codePoints.slice(start, end).join(''))}'`
        : writePlace(start, end)
      return `  ${place}: ${describePart(finding)}`
    }),
    ...(evaluated < length ? [`  only the first ${evaluated} of ${length} characters were evaluated`] : []),
    ...(advice === null ? [] : [`\n${advice}`]),
    `\n${USUAL_ERROR}`,
  ]
}
