import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartError } from '#src/errors.ts'

/** Where a command gets what must stand in no argument. */
export type Input = {
  /** Asks for a line each, shown nowhere while it is typed. Null when nobody sits at a terminal. */
  askSecretly(questions: string[]): Promise<string[] | null>
  /** All of the standard input. */
  readAll(): Promise<string>
}

/** Asks a question for yes or no; anything but yes is no. Null when nobody sits at a terminal. */
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

/** The keyboard of this process. */
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
        if (line.done) throw new StartError('Nothing was changed.')
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
