import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

export const DOCKERFILE = readFileSync(join(import.meta.dir, '../../Dockerfile'), 'utf8')

/** Of the base image's `nonroot`. */
export const IMAGE_USER = 65_532

/** The arguments of an instruction in exec form. */
const argumentsOf = (instruction: string) =>
  z.parse(
    z.array(z.string()),
    JSON.parse(new RegExp(`^${instruction} .*?(\\[.*\\])$`, 'm').exec(DOCKERFILE)?.[1] ?? ''),
  )

export const image = {
  command: [...argumentsOf('ENTRYPOINT'), ...argumentsOf('CMD')],
  health: argumentsOf('HEALTHCHECK'),
  volume: /^VOLUME (.*)$/m.exec(DOCKERFILE)?.[1] ?? '',
  env: z.parse(
    z.record(z.string(), z.string()),
    Object.fromEntries(
      (/^ENV (.*)$/m.exec(DOCKERFILE)?.[1] ?? '').split(' ').map((pair) => pair.split('=', 2)),
    ),
  ),
}
