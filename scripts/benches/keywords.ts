import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { stemmer } from 'stemmer'
import * as stopword from 'stopword'
import { plainDocument } from '#src/analyses/relevance/document.ts'
import { extractKeywords } from '#src/analyses/relevance/keywords.ts'
import type { Bench } from '../measure.ts'

const DEPTHS = [5, 10, 15]
const STOP_WORDS = new Set(stopword.eng)

export const bench: Bench = {
  about: 'How well keywords agree with those that people chose, against plain term frequency',
  usage:
    '--dataset DIR [--predictions FILE], with DIR/docsutf8/*.txt and DIR/keys/*.key; FILE takes JSON lines',
  async run(args) {
    const { dataset, predictions } = optionsIn(args)
    if (dataset === undefined) return null
    const documents = await readDocuments(dataset)
    const started = performance.now()
    const ours = documents.map(({ text }) =>
      extractKeywords(plainDocument(text)).map(({ keyword }) => keyword),
    )
    const milliseconds = (performance.now() - started) / documents.length
    if (predictions !== undefined) {
      const lines = documents.map(({ id }, at) => `${JSON.stringify({ id, keywords: ours[at] ?? [] })}\n`)
      await Bun.write(predictions, lines.join(''))
    }
    const frequent = documents.map(({ text }) => termFrequency(text))
    const gold = documents.map(({ keys }) => keys)
    return [
      [
        `${basename(dataset)}: ${documents.length} documents`,
        ...DEPTHS.flatMap((depth) => [`P@${depth}`, `R@${depth}`, `F1@${depth}`]),
      ],
      ['keywords', ...DEPTHS.flatMap((depth) => percentages(agreement(ours, gold, depth)))],
      ['term frequency', ...DEPTHS.flatMap((depth) => percentages(agreement(frequent, gold, depth)))],
      ['milliseconds per document', milliseconds.toFixed(2)],
    ]
  },
}

function optionsIn(args: string[]): { dataset?: string | undefined; predictions?: string | undefined } {
  try {
    return parseArgs({ args, options: { dataset: { type: 'string' }, predictions: { type: 'string' } } })
      .values
  } catch {
    // Unknown options: the caller prints the usage.
    return {}
  }
}

async function readDocuments(dataset: string): Promise<{ id: string; text: string; keys: Set<string> }[]> {
  const files = (await Array.fromAsync(new Bun.Glob('*.txt').scan(`${dataset}/docsutf8`))).sort()
  return Promise.all(
    files.map(async (file) => {
      const keys = await Bun.file(`${dataset}/keys/${file.replace(/\.txt$/, '.key')}`).text()
      return {
        id: basename(file, '.txt'),
        text: await Bun.file(`${dataset}/docsutf8/${file}`).text(),
        keys: normalized(keys.split('\n')),
      }
    }),
  )
}

/** The field's convention: lowercase, Porter stems, no duplicates. */
function normalized(phrases: string[]): Set<string> {
  const stemmed = phrases.map((phrase) => phrase.toLowerCase().trim().split(/\s+/).map(stemmer).join(' '))
  return new Set(stemmed.filter((phrase) => phrase !== ''))
}

/** Precision, recall and F1 of the first `depth` phrases, averaged over documents. */
function agreement(answers: string[][], gold: Set<string>[], depth: number): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  for (const [at, keys] of gold.entries()) {
    const answer = [...normalized(answers[at] ?? [])].slice(0, depth)
    const hits = answer.filter((phrase) => keys.has(phrase)).length
    if (hits === 0) continue
    const precision = hits / answer.length
    const recall = hits / keys.size
    sums[0] += precision
    sums[1] += recall
    sums[2] += (2 * precision * recall) / (precision + recall)
  }
  return [sums[0] / gold.length, sums[1] / gold.length, sums[2] / gold.length]
}

const percentages = (figures: number[]) => figures.map((figure) => (100 * figure).toFixed(1))

/** Runs of one to three words without stop words at the ends, by frequency. */
function termFrequency(text: string): string[] {
  const counts = new Map<string, number>()
  for (const part of text.toLowerCase().split(/[.!?;:,()"[\]]+(?:\s|$)/)) {
    const words = part.match(/[\p{L}\p{N}]+(?:[-'][\p{L}\p{N}]+)*/gu) ?? []
    for (const from of words.keys()) {
      for (let length = 1; length <= 3 && from + length <= words.length; length++) {
        const run = words.slice(from, from + length)
        if (STOP_WORDS.has(run[0] ?? '') || STOP_WORDS.has(run.at(-1) ?? '')) continue
        const phrase = run.join(' ')
        counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
      }
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([phrase]) => phrase)
}
