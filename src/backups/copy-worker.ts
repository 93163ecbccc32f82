import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { copyDatabase } from '#src/db/copy.ts'
import type { DatabaseFacts } from '#src/db/verify.ts'
import { failureMessage } from './failure-message.ts'
import { checkBackup } from './restore.ts'

/** Without a target, only reads the source, which must not be in use. */
export type CopyTask = { source: string; target: string | null }

export type CopyOutcome = { bytes: number; facts: DatabaseFacts } | { failure: string }

const report = (outcome: CopyOutcome) => postMessage(outcome)

addEventListener('message', async ({ data: { source, target } }: MessageEvent<CopyTask>) => {
  try {
    const facts = target === null ? await checkBackup(source) : await copyDatabase(source, target)
    report({ bytes: statSync(target ?? source).size, facts })
  } catch (error) {
    report({ failure: failureMessage(error).replaceAll(source, basename(source)) })
  }
})
