import { basename } from 'node:path'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import zxcvbn from 'zxcvbn'
import { checkPassword } from '#domain/passwords/checklist.ts'
import { estimateStrength } from '#domain/passwords/estimate/estimate.ts'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { type Bench, quantile } from '../measure.ts'
import { weightedSpearman } from '../strength/weighted-spearman.ts'

type Row = { password: string; strength: number; weight: number }
type Meter = (password: string) => number

export const bench: Bench = {
  about:
    'How well strength estimates agree with the order in which passwords were guessed, with the number of guesses (in decades; too strong by more than 100 times, of those that were guessed), and how fast they are',
  usage: '--dataset FILE…, tab-separated with the columns password, strength and weight',
  async run(args) {
    const [flag, ...files] = args
    if (flag !== '--dataset' || files.length === 0) return null
    const meters = await loadMeters()
    const tables = await Promise.all(
      files.map(async (file) => {
        const rows = await readDataset(file)
        return [
          [
            `${basename(file)}: ${rows.length} passwords`,
            'weighted',
            'each once',
            'median error',
            'median miss',
            'too strong',
            'wrongly slow hash',
            'mean ms',
            'p95 ms',
            'worst ms',
          ],
          ...Object.entries(meters).map(([name, meter]) => [name, ...measure(meter, rows)]),
        ]
      }),
    )
    return tables.flat()
  },
}

async function loadMeters(): Promise<Record<string, Meter>> {
  const data = await loadStrengthData()
  const dictionary = { ...common.dictionary, ...english.dictionary }
  const { adjacencyGraphs: graphs } = common
  const factory = new ZxcvbnFactory({ dictionary, graphs, translations: english.translations })
  return {
    passwright: (password) => estimateStrength(password, data).log10Guesses,
    zxcvbn: (password) => zxcvbn(password).guesses_log10,
    'zxcvbn-ts': (password) => factory.check(password).guessesLog10,
    'six criteria': (password) => checkPassword(password).percentage,
  }
}

/** Not a CSV parser: nothing is quoted, and passwords contain quotes. */
async function readDataset(file: string): Promise<Row[]> {
  const [head, ...lines] = (await Bun.file(file).text()).split('\n')
  const columns = head?.split('\t') ?? []
  const [password, strength, weight] = ['password', 'strength', 'weight'].map((name) => {
    const at = columns.indexOf(name)
    if (at < 0) throw new Error(`${file} has no column ${name}`)
    return (cells: string[]) => cells[at] ?? ''
  })
  return lines
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
    .map((cells) => ({
      password: password?.(cells) ?? '',
      strength: Number(strength?.(cells)),
      weight: Number(weight?.(cells)),
    }))
}

function measure(meter: Meter, rows: readonly Row[]): string[] {
  const times: number[] = []
  const values = rows.map(({ password }) => {
    const started = performance.now()
    const value = meter(password)
    times.push(performance.now() - started)
    return value
  })
  const truth = rows.map(({ strength }) => strength)
  const weighted = weightedSpearman(
    values,
    truth,
    rows.map(({ weight }) => weight),
  )
  const once = weightedSpearman(
    values,
    truth,
    rows.map(() => 1),
  )
  const calibration = calibrationOf(values, truth)
  times.sort((one, other) => one - other)
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const figures = [mean, times[Math.floor(0.95 * times.length)] ?? 0, times.at(-1) ?? 0]
  return [weighted.toFixed(3), once.toFixed(3), ...calibration, ...figures.map((time) => time.toFixed(2))]
}

/** Passwords that no attack guessed have this strength in the datasets. */
const UNGUESSED = 999_999_999_999_999
const TOO_STRONG_DECADES = 2
const SLOW_HASH_DECADES = 12.5

/** Strengths that aren't numbers of guesses, as in lists of online attacks, can't be compared. */
function calibrationOf(values: readonly number[], truth: readonly number[]): string[] {
  if (truth.some((guesses) => guesses < 1)) return ['', '', '', '']
  const misses = values.map((value, at) => value - Math.log10(truth[at] ?? 1))
  const isGuessed = (at: number) => (truth[at] ?? 0) < UNGUESSED
  const guessed = misses.filter((_, at) => isGuessed(at))
  const tooStrong = guessed.filter((miss) => miss > TOO_STRONG_DECADES).length / guessed.length
  const wronglySlow = values.filter(
    (value, at) => value >= SLOW_HASH_DECADES && Math.log10(truth[at] ?? 1) < SLOW_HASH_DECADES,
  ).length
  return [
    quantile(guessed).toFixed(2),
    quantile(guessed.map(Math.abs)).toFixed(2),
    `${(100 * tooStrong).toFixed(1)}%`,
    String(wronglySlow),
  ]
}
