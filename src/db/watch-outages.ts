import { isUnavailable } from '#src/errors.ts'
import type { Engine, Statement } from './engine.ts'

const READ: Statement = { sql: 'SELECT 1 FROM migrations LIMIT 1', params: [] }
/** Writes a page, but changes nothing. */
const WRITE: Statement = { sql: 'UPDATE content_version SET version = version', params: [] }

export type Watched = Engine & {
  /** Throws AppError unavailable if the database can't be used: from a failure on, until something can be written. */
  check(): Promise<void>
}

/** Reads succeed on a full disk, so a check after a failure writes. */
export function watchOutages(engine: Engine): Watched {
  let isFailing = false
  async function watched<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      isFailing ||= isUnavailable(error)
      throw error
    }
  }
  return {
    ...engine,
    run: (statement) => watched(engine.run(statement)),
    batch: (statements) => watched(engine.batch(statements)),
    transaction: (work) => watched(engine.transaction(work)),
    check: async () => {
      await watched(engine.run(isFailing ? WRITE : READ))
      isFailing = false
    },
  }
}
