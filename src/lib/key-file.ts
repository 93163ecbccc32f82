import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '#src/errors.ts'
import { chownToFolderOwner, syncFile, syncFolder } from './durable-files.ts'
import { errorCode } from './error-code.ts'
import { createKeys, KEY_BYTES, type Keys } from './seal.ts'

type Location = { secretsKeyFile?: string | undefined; dataDir: string }

export const keyFileOf = ({ secretsKeyFile, dataDir }: Location): string =>
  resolve(secretsKeyFile ?? join(dataDir, 'secrets.key'))

/** Whether other users of this machine can read it. Windows has no such modes. */
export const isReadableByOthers = (path: string): boolean =>
  process.platform !== 'win32' && (statSync(path).mode & 0o004) !== 0

/** For the start, help and documentation. */
export const keyAdvice = (file: string): string =>
  `Keep a copy of ${file}, but not with the backups: none contains it, and only it opens the secrets in them.`

/** Null if there is no file, or an empty one, as earlier releases left it on a full disk. Throws StartError. */
export function readKeyFile(path: string): Keys | null {
  const text = readText(path)
  if (!text) return null
  const key = Buffer.from(text, 'base64')
  if (!/^[\w+/-]{43}=?$/.test(text) || key.length !== KEY_BYTES)
    throw new StartError(`${path} is not a key file: it must contain ${KEY_BYTES} bytes in Base64.`)
  return createKeys(key)
}

function readText(path: string): string | undefined {
  try {
    // Reading a pipe would wait for its writer.
    if (!statSync(path).isFile()) throw new StartError(`The key file ${path} is not a file.`)
    return readFileSync(path, 'utf8').trim()
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
  const unfinished = `${path}.${randomUUID()}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(unfinished, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
    })
    chownToFolderOwner(folder, unfinished)
    syncFile(unfinished)
    if (readText(path) === '') renameSync(unfinished, path)
    else linkUnlessExists(unfinished, path)
    syncFolder(folder)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The key file ${path} can't be created: ${errorCode(error)}.`, { cause: error })
  } finally {
    rmSync(unfinished, { force: true })
  }
  const keys = readKeyFile(path)
  if (!keys)
    throw new StartError(`The key file ${path} was deleted, or is a link to a file that doesn't exist.`)
  return keys
}

/** Unlike a rename, a link never replaces the file of another instance; but not every file system has them. */
function linkUnlessExists(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST') return
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error
    renameSync(from, to)
  }
}
