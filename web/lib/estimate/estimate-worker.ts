import {
  addLanguage,
  readStrengthData,
  type StrengthData,
  type StrengthFiles,
} from '#domain/passwords/estimate/data.ts'
import { type Estimate, estimateStrength } from '#domain/passwords/estimate/estimate.ts'

export type EstimateTask =
  | { kind: 'load'; files: StrengthFiles }
  | { kind: 'language'; file: Uint8Array }
  | { kind: 'estimate'; password: string }

export type EstimateResult = { kind: 'estimate'; password: string; estimate: Estimate } | { kind: 'failure' }

let loaded: StrengthData | null = null

addEventListener('message', ({ data: task }: MessageEvent<EstimateTask>) => {
  if (task.kind === 'load') loaded = readStrengthData(task.files)
  else if (loaded && task.kind === 'language') addLanguage(loaded, task.file)
  else if (loaded && task.kind === 'estimate') {
    const { password } = task
    const result: EstimateResult = {
      kind: 'estimate',
      password,
      estimate: estimateStrength(password, loaded),
    }
    postMessage(result)
  }
})
