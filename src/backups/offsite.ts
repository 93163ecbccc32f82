import { createReadStream, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parseOffsiteKeep } from '#domain/backups.ts'
import { StartError } from '#src/errors.ts'
import { encryptTo } from '#src/lib/age.ts'
import { requireSpace } from '#src/lib/disk-space.ts'
import { syncFolder } from '#src/lib/durable-files.ts'
import { below, openS3, readS3Address, type S3Keys, showS3Address } from '#src/lib/s3.ts'
import { chunksOf, tapped } from '#src/lib/stored-stream.ts'
import { expiredBackups } from './retention.ts'

/** A part of the settings, which can be sent to a worker. */
export type OffsiteSettings = S3Keys & {
  backupS3Url?: string | undefined
  backupFolder?: string | undefined
  backupRecipients: string[]
  backupOffsiteKeep: string
}

const OFFSITE_PLACES = ['backupS3Url', 'backupFolder'] as const
export type OffsitePlace = (typeof OFFSITE_PLACES)[number]

export type OffsiteTask = {
  /** A finished backup. */
  source: string
  place: OffsitePlace
  settings: OffsiteSettings
  now: Date
}

/** `pruneFailure`: the copy is complete, but old ones could not be deleted. */
export type OffsiteOutcome = { bytes: number; pruneFailure: unknown }

export const offsiteSettings = ({
  backupS3Url,
  backupFolder,
  backupRecipients,
  backupOffsiteKeep,
  s3AccessKeyId,
  s3SecretAccessKey,
  s3SessionToken,
  s3Endpoint,
  s3Region,
}: OffsiteSettings): OffsiteSettings => ({
  ...{ backupS3Url, backupFolder, backupRecipients, backupOffsiteKeep },
  ...{ s3AccessKeyId, s3SecretAccessKey, s3SessionToken, s3Endpoint, s3Region },
})

type Storage = {
  /** Resolves once it was read back and is the same. */
  put(body: ReadableStream<Uint8Array>, bytes: number, name: string): Promise<void>
  names(): Promise<string[]>
  remove(name: string): Promise<void>
}

export const offsitePlaces = (settings: OffsiteSettings): OffsitePlace[] =>
  OFFSITE_PLACES.filter((place) => settings[place] !== undefined)

/** Without a query. */
export const showPlace = (settings: OffsiteSettings, place: OffsitePlace): string =>
  place === 'backupFolder'
    ? resolve(settings.backupFolder ?? '')
    : showS3Address(readS3Address(settings.backupS3Url ?? ''))

/** The path or address of a backup there. */
export function offsiteName(settings: OffsiteSettings, place: OffsitePlace, source: string): string {
  const name = settings.backupRecipients.length > 0 ? `${basename(source)}.age` : basename(source)
  if (place === 'backupFolder') return join(resolve(settings.backupFolder ?? ''), name)
  return showS3Address(below(readS3Address(settings.backupS3Url ?? ''), name))
}

/**
 * Streams a backup to a place, reads it back, and then deletes old daily ones there. Throws StartError and file system
 * errors.
 */
export async function sendOffsite({ source, place, settings, now }: OffsiteTask): Promise<OffsiteOutcome> {
  const storage = place === 'backupFolder' ? openFolder(settings) : openBucket(settings)
  const name = basename(offsiteName(settings, place, source))
  await using file = await open(source)
  const plain = { stream: chunksOf(file), bytes: (await file.stat()).size }
  const { backupRecipients: recipients } = settings
  const keep = parseOffsiteKeep(settings.backupOffsiteKeep) ?? null
  const { stream, bytes } = recipients.length === 0 ? plain : await encryptTo(recipients, plain)
  await storage.put(stream, bytes, name)
  try {
    if (keep !== null)
      for (const old of expiredBackups(await storage.names(), keep, now)) await storage.remove(old)
    return { bytes, pruneFailure: null }
  } catch (pruneFailure) {
    return { bytes, pruneFailure }
  }
}

function openBucket(settings: OffsiteSettings): Storage {
  const place = readS3Address(settings.backupS3Url ?? '')
  const s3 = openS3(settings)
  return {
    put: (body, bytes, name) => s3.upload(body, bytes, below(place, name)),
    names: () => s3.names(place),
    remove: (name) => s3.remove(below(place, name)),
  }
}

/** Doesn't start like a backup, so that nothing takes it for one. */
const PARTIAL = '.passwright-partial'

function openFolder(settings: OffsiteSettings): Storage {
  const folder = resolve(settings.backupFolder ?? '')
  // Not created: without its share, a mount point would be a folder on the same disk.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError(`The folder ${folder} (BACKUP_FOLDER) doesn't exist.`)
  return {
    put: async (body, bytes, name) => {
      requireSpace(folder, bytes)
      const partial = join(folder, PARTIAL)
      rmSync(partial, { force: true })
      const [sent, stored] = [new Bun.CryptoHasher('sha256'), new Bun.CryptoHasher('sha256')]
      try {
        await using file = await open(partial, 'wx', 0o600)
        for await (const chunk of tapped(body, (chunk) => void sent.update(chunk)))
          await file.appendFile(chunk)
        await file.sync()
        for await (const chunk of createReadStream(partial)) stored.update(chunk)
        if (sent.digest('hex') !== stored.digest('hex'))
          throw new StartError(`${join(folder, name)} is not what was written.`)
        renameSync(partial, join(folder, name))
        syncFolder(folder)
      } finally {
        rmSync(partial, { force: true })
      }
    },
    names: async () => readdirSync(folder),
    remove: async (name) => rmSync(join(folder, name), { force: true }),
  }
}
