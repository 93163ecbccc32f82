import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { BACKUP_FOLDER } from '#domain/backups.ts'
import type { Config } from '#src/config.ts'
import { DATABASE_FILE } from '#src/db/open.ts'
import { StartError } from '#src/errors.ts'
import { errorCode } from '#src/lib/error-code.ts'
import { keyFileOf } from '#src/lib/key-file.ts'

/** Whether a file holds secrets of the server, whatever links lead to it. */
export type IsPrivate = (path: string) => Promise<boolean>

type Place = { setting: string; path: string }

const placesOf = (paths: Record<string, string | undefined>): Place[] =>
  Object.entries(paths).flatMap(([setting, path]) => (path === undefined ? [] : { setting, path }))

const privateFolders = ({ dataDir, backupFolder }: Config) =>
  placesOf({ DATA_DIR: dataDir, BACKUP_FOLDER: backupFolder })

const secretFiles = (config: Config) =>
  placesOf({ SECRETS_KEY_FILE: keyFileOf(config), ...config.secretFiles })

/** Throws StartError if one setting would publish what another one keeps secret. */
export async function checkPublished(config: Config): Promise<void> {
  const { publicDir, pagesDir, adSlotHtmlFile, logoFile, logoDarkFile, wordListFile, dataDir } = config
  const folders = placesOf({ PUBLIC_DIR: publicDir, PAGES_DIR: pagesDir })
  const files = placesOf({
    AD_SLOT_HTML_FILE: adSlotHtmlFile,
    LOGO_FILE: logoFile,
    LOGO_DARK_FILE: logoDarkFile,
    WORD_LIST_FILE: wordListFile,
  })
  // A data folder may also hold a logo: in containers, it is often the only volume.
  const ownFiles = [DATABASE_FILE, `${DATABASE_FILE}-wal`, BACKUP_FOLDER].map((name) => ({
    setting: 'DATA_DIR',
    path: join(dataDir, name),
  }))
  const [, ...otherFolders] = privateFolders(config)
  await checkApart(folders, [...privateFolders(config), ...secretFiles(config)])
  await checkApart(files, [...ownFiles, ...otherFolders, ...secretFiles(config)])
}

async function checkApart(published: Place[], secret: Place[]): Promise<void> {
  for (const { setting, path } of published) {
    for (const other of secret) {
      if (await overlap(path, other.path))
        throw new StartError(
          `${setting} must be apart from ${other.setting}, which holds secrets. Choose another path.`,
        )
    }
  }
}

/** Whether they are the same, or one is in the other. */
async function overlap(a: string, b: string): Promise<boolean> {
  const [first, second] = [await idsUpward(a), await idsUpward(b)]
  const holds = (ids: Id[], [id = null]: Id[]) => id !== null && ids.includes(id)
  return holds(first, second) || holds(second, first)
}

export function privateFilesOf(config: Config): IsPrivate {
  const folders = privateFolders(config).map(({ path }) => path)
  const places = [...folders, ...secretFiles(config).map(({ path }) => path)]

  return async (path) => {
    const ids = new Set(await idsUpward(path))
    const isOneOf = async (paths: string[]) =>
      (await Promise.all(paths.map(idOf))).some((id) => id !== null && ids.has(id))
    if (await isOneOf(places)) return true
    // A hard link is in another folder than the secret.
    if ((await stat(path)).nlink === 1) return false
    const secrets = await Promise.all(
      folders.map(async (folder) =>
        (await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
      ),
    )
    return isOneOf(secrets.flat())
  }
}

/** Of a file or folder, by any of its paths. Null if there is none yet. */
type Id = string | null

async function idOf(path: string): Promise<Id> {
  try {
    const { dev, ino } = await stat(path, { bigint: true })
    return `${dev}:${ino}`
  } catch (error) {
    if (errorCode(error) === '') throw error
    return null
  }
}

/** Its own, and those of the folders that it is in. */
async function idsUpward(path: string): Promise<Id[]> {
  const ids: Id[] = []
  for (let place = await realPath(resolve(path)); ; place = dirname(place)) {
    ids.push(await idOf(place))
    if (dirname(place) === place) return ids
  }
}

/** Also of a folder that is created later. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (errorCode(error) === '' || dirname(path) === path) throw error
    return join(await realPath(dirname(path)), basename(path))
  }
}
