import { type Context, readContext } from '#domain/passwords/estimate/context.ts'
import {
  addLanguage,
  readStrengthData,
  type StrengthData,
  type StrengthFiles,
} from '#domain/passwords/estimate/data.ts'
import { type Estimate, estimateStrength } from '#domain/passwords/estimate/estimate.ts'

/** `known` is what others know about the person, as for `readContext`. */
export type Query = { password: string; known: string }

export type EstimateTask =
  | { kind: 'load'; files: StrengthFiles }
  | { kind: 'language'; file: Uint8Array }
  | ({ kind: 'estimate' } & Query)

export type EstimateResult = ({ kind: 'estimate'; estimate: Estimate } & Query) | { kind: 'failure' }

let loaded: StrengthData | null = null
let context: { known: string; read: Context } = { known: '', read: readContext('') }

addEventListener('message', ({ data: task }: MessageEvent<EstimateTask>) => {
  if (task.kind === 'load') loaded = readStrengthData(task.files)
  else if (loaded && task.kind === 'language') addLanguage(loaded, task.file)
  else if (loaded && task.kind === 'estimate') {
    const { password, known } = task
    if (known !== context.known) context = { known, read: readContext(known) }
    const estimate = estimateStrength(password, loaded, context.read)
    const result: EstimateResult = { kind: 'estimate', password, known, estimate }
    postMessage(result)
  }
})
