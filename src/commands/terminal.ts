import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartError } from '#src/errors.ts'

/** Input that must not be in arguments, such as passwords. */
export type Input = {
  /** Prompts without echo, one line each. Null without a terminal. */
  askSecretly(questions: string[]): Promise<string[] | null>
  readAll(): Promise<string>
}

/** Anything but yes is no. Null without a terminal. */
export async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY) return null
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  const { promise, resolve } = Promise.withResolvers<string>()
  reader.once('close', () => resolve('no'))
  reader.question(`${question} [y/N] `, resolve)
  const answer = await promise
  reader.close()
  return /^y(?:es)?$/i.test(answer.trim())
}

export const terminal: Input = {
  askSecretly: async (questions) => {
    if (!process.stdin.isTTY) return null
    const reader = createInterface({ input: process.stdin, output: nowhere(), terminal: true })
    reader.once('SIGINT', () => reader.close())
    const lines = reader[Symbol.asyncIterator]()
    try {
      const answers: string[] = []
      for (const question of questions) {
        process.stderr.write(`${question}: `)
        const line = await lines.next()
        process.stderr.write('\n')
        if (line.done) throw new StartError('Canceled.')
        answers.push(line.value)
      }
      return answers
    } finally {
      reader.close()
    }
  },
  readAll: () => Bun.stdin.text(),
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
