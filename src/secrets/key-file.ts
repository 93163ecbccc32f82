import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '#src/config.ts'
import { StartError } from '#src/errors.ts'
import { chownToFolderOwner, syncFile, syncFolder } from '#src/lib/durable-files.ts'
import { errorCode } from '#src/lib/error-code.ts'
import { createKeys, KEY_BYTES, type Keys } from '#src/lib/seal.ts'

export const keyFileOf = ({ secretsKeyFile, dataDir }: Pick<Config, 'secretsKeyFile' | 'dataDir'>): string =>
  resolve(secretsKeyFile ?? join(dataDir, 'secrets.key'))

/** For the instance that creates the file to write it. */
const TRIES = 50
const PAUSE_MS = 20

/** Null if there is no file. Throws StartError. */
export function readKeyFile(path: string): Keys | null {
  const text = readText(path)?.trim()
  if (text === undefined) return null
  const key = Buffer.from(text, 'base64')
  if (!/^[\w+/-]{43}=?$/.test(text) || key.length !== KEY_BYTES)
    throw new StartError(`${path} is not a key file: it must contain ${KEY_BYTES} bytes in Base64.`)
  return createKeys(key)
}

function readText(path: string): string | undefined {
  try {
    // Reading a pipe would wait for its writer.
    if (!statSync(path).isFile()) throw new StartError(`The key file ${path} is not a file.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = errorCode(error)
    if (code === 'ENOENT') return undefined
    throw new StartError(`The key file ${path} can't be read: ${code}.`, { cause: error })
  }
}

/** Another instance may create it at the same time. Throws StartError. */
export function createKeyFile(path: string): Keys {
  const folder = dirname(path)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    chownToFolderOwner(folder, path)
    syncFile(path)
    syncFolder(folder)
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'EEXIST')
      throw new StartError(`The key file ${path} can't be created: ${code}.`, { cause: error })
  }
  for (let tries = 0; tries < TRIES && readText(path) === ''; tries++) Bun.sleepSync(PAUSE_MS)
  const keys = readKeyFile(path)
  if (!keys)
    throw new StartError(`The key file ${path} was deleted, or is a link to a file that doesn't exist.`)
  return keys
}
