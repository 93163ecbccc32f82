import { statSync } from 'node:fs'
import { copyDatabase } from '#src/db/copy.ts'
import { failureOf } from './reason.ts'

/** What the server asks of the worker. */
export type CopyTask = { source: string; target: string }

/** What the worker answers. */
export type CopyOutcome = { bytes: number } | { failure: string }

const tell = (outcome: CopyOutcome) => postMessage(outcome)

addEventListener('message', async ({ data }: MessageEvent<CopyTask>) => {
  try {
    await copyDatabase(data.source, data.target)
    tell({ bytes: statSync(data.target).size })
  } catch (error) {
    tell({ failure: failureOf(error) })
  }
})
