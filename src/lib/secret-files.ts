import { readFileSync, statSync } from 'node:fs'
import { StartError } from '#src/errors.ts'
import { errorCode } from './error-code.ts'
import { decodeUtf8 } from './operator-file.ts'

const BYTES_MAX = 65_536

export type Environment = Readonly<Record<string, string | undefined>>

type Secret = { text: string; source: 'environment' | 'file' }

/** From the variable `name`, or the file whose path is in `name`_FILE. Null if neither is set. Throws StartError. */
export function readSecret(env: Environment, name: string): Secret | null {
  const text = env[name]?.trim()
  const variable = `${name}_FILE`
  const path = env[variable]?.trim()
  if (!path) return text ? { text, source: 'environment' } : null
  if (text) throw new StartError(`Set either ${name} or ${variable}, not both.`)
  return { text: readLine(path, variable), source: 'file' }
}

/** Errors don't contain the path, which may be the secret itself, set in the wrong variable. */
function readLine(path: string, variable: string): string {
  const refuse = (state: string, cause?: unknown) =>
    new StartError(`The file of ${variable} ${state}.`, { cause })
  try {
    // Reading a pipe would wait for its writer.
    const found = statSync(path)
    if (!found.isFile()) throw refuse('is not a file')
    if (found.size > BYTES_MAX) throw refuse('is larger than 64 KB')
    const text = decodeUtf8(readFileSync(path))?.trim()
    if (text === '') throw refuse('is empty')
    if (text === undefined || /\p{Cc}/u.test(text)) throw refuse('must contain a single line of text')
    return text
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = errorCode(error)
    if (code === 'ENOENT') throw refuse("doesn't exist", error)
    throw refuse(code === 'EACCES' ? "can't be read: permission denied" : `can't be read: ${code}`, error)
  }
}
