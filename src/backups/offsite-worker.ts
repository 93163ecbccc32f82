import { basename } from 'node:path'
import { failureMessage } from './failure-message.ts'
import { type OffsiteTask, sendOffsite } from './offsite.ts'

export type OffsiteReport = { bytes: number; pruneFailure: string | null } | { failure: string }

const report = (outcome: OffsiteReport) => postMessage(outcome)

addEventListener('message', async ({ data: task }: MessageEvent<OffsiteTask>) => {
  try {
    const { bytes, pruneFailure } = await sendOffsite(task)
    report({ bytes, pruneFailure: pruneFailure === null ? null : failureMessage(pruneFailure) })
  } catch (error) {
    report({ failure: failureMessage(error).replaceAll(task.source, basename(task.source)) })
  }
})
