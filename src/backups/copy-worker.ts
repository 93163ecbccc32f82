import { statSync } from 'node:fs'
import { copyDatabase } from '#src/db/copy.ts'
import { failureMessage } from './failure-message.ts'

export type CopyTask = { source: string; target: string }

export type CopyOutcome = { bytes: number } | { failure: string }

const report = (outcome: CopyOutcome) => postMessage(outcome)

addEventListener('message', async ({ data }: MessageEvent<CopyTask>) => {
  try {
    await copyDatabase(data.source, data.target)
    report({ bytes: statSync(data.target).size })
  } catch (error) {
    report({ failure: failureMessage(error) })
  }
})
