import { basename } from 'node:path'
import { stemmer } from 'stemmer'
import { extractKeywords } from '#src/analyses/relevance/keywords.ts'
import type { Bench } from '../measure.ts'

const DEPTHS = [5, 10, 15]

export const bench: Bench = {
  about: 'How well keywords agree with those that people chose, in percent',
  usage: 'DATASET, a folder with docsutf8/*.txt and keys/*.key',
  async run([dataset]) {
    if (dataset === undefined) return null
    const documents = await readDocuments(dataset)
    const started = performance.now()
    const answers = documents.map(({ text }) => keywordsOf(text))
    const milliseconds = (performance.now() - started) / documents.length
    return [
      [`${basename(dataset)}: ${documents.length} documents`, 'precision', 'recall', 'F1'],
      ...DEPTHS.map((depth) => {
        const each = documents.map(({ keys }, at) =>
          agreement(normalized(answers[at] ?? []).slice(0, depth), keys),
        )
        const mean = (part: number) =>
          each.reduce((sum, figures) => sum + (figures[part] ?? 0), 0) / each.length
        return [`the first ${depth}`, ...[0, 1, 2].map((part) => (100 * mean(part)).toFixed(1))]
      }),
      ['milliseconds per document', milliseconds.toFixed(2)],
    ]
  },
}

/** Of paragraphs, with words that were divided at line ends. */
function keywordsOf(text: string): string[] {
  const joined = text.replace(/(\p{Ll})-\r?\n\s*(?=\p{Ll})/gu, '$1')
  const blocks = joined
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => ({ text: paragraph, place: 'body', boilerplate: 0 }) as const)
  return extractKeywords({ language: null, blocks }).map(({ keyword }) => keyword)
}

async function readDocuments(dataset: string): Promise<{ text: string; keys: string[] }[]> {
  const files = (await Array.fromAsync(new Bun.Glob('*.txt').scan(`${dataset}/docsutf8`))).sort()
  return Promise.all(
    files.map(async (file) => {
      const keys = await Bun.file(`${dataset}/keys/${file.replace(/\.txt$/, '.key')}`).text()
      return {
        text: await Bun.file(`${dataset}/docsutf8/${file}`).text(),
        keys: normalized(keys.split('\n')),
      }
    }),
  )
}

/** The convention of such data sets: lowercase, Porter stems, no duplicates. */
function normalized(phrases: string[]): string[] {
  const stemmed = phrases.map((phrase) => phrase.toLowerCase().trim().split(/\s+/).map(stemmer).join(' '))
  return [...new Set(stemmed.filter((phrase) => phrase !== ''))]
}

/** Precision, recall and F1. */
function agreement(answer: string[], keys: string[]): [number, number, number] {
  const hits = answer.filter((phrase) => keys.includes(phrase)).length
  if (hits === 0) return [0, 0, 0]
  const [precision, recall] = [hits / answer.length, hits / keys.length]
  return [precision, recall, (2 * precision * recall) / (precision + recall)]
}
