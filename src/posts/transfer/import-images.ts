import type { Actor } from '#domain/audit.ts'
import { IMAGE_MAX_BYTES, parseImagePath } from '#domain/images.ts'
import type { Database } from '#src/db/database.ts'
import { AppError } from '#src/errors.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { createImage, readImage } from '#src/images/store.ts'
import type { Download } from './image-downloads.ts'
import type { FoundImage, ImageSource } from './image-source.ts'
import { readLocalImage } from './local-images.ts'

export type ImageOptions = {
  root: string
  /** The blog's origin, for relative URLs. */
  from: URL | undefined
  /** If undefined, only images of our own exports are imported. */
  download: Download | undefined
  totalMb: number
}

type Place = { db: Database; by: Actor; now: Date }

const TOO_LARGE = 'It is larger than 1 MB.'

export function createImageImporter(place: Place, options: ImageOptions) {
  const imported = new Map<string, Promise<FoundImage>>()

  /** Resolves when all `urls` are stored or known to be unavailable. */
  async function importImages(urls: Iterable<string>, file: string): Promise<ImageSource> {
    const found = new Map<string, FoundImage>()
    await Promise.all([...urls].map(async (url) => found.set(url, await importOnce(url, file))))
    return { find: (url) => found.get(url) ?? null }
  }

  function importOnce(url: string, file: string): Promise<FoundImage> {
    const isAbsolute = /^(?:[a-z][a-z0-9+.-]{0,31}:|\/)/i.test(url)
    const key = JSON.stringify(isAbsolute ? [url] : [file, url])
    const known = imported.get(key) ?? importImage(url, file)
    imported.set(key, known)
    return known
  }

  async function importImage(url: string, file: string): Promise<FoundImage> {
    const bytes = await readBytes(url, file)
    if (bytes === 'here') return { path: url }
    if (!(bytes instanceof Uint8Array)) return bytes
    try {
      const { db, by, now } = place
      const image = await createImage(db, by, readImageFile(bytes), { now, totalMb: options.totalMb })
      return { path: image.url }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { reason: error.message }
    }
  }

  async function readBytes(url: string, file: string): Promise<Uint8Array | 'here' | { reason: string }> {
    if (/^data:/i.test(url)) return readDataUrl(url)
    const local = readLocalImage(url, file, options.root)
    if (local === 'too large') return { reason: TOO_LARGE }
    if (local) return local
    const own = parseImagePath(url)
    if (own && (await readImage(place.db, own))) return 'here'
    const address = URL.parse(url, options.from)
    if (!options.download || !address || !/^https?:$/.test(address.protocol)) {
      return { reason: 'No such file in the folder, and the URL is relative.' }
    }
    const answer = await options.download(address)
    return answer instanceof Uint8Array ? answer : { reason: answer.reason }
  }

  const isWanted = (url: string) => options.download !== undefined || parseImagePath(url) !== null

  return { isWanted, importImages }
}

function readDataUrl(url: string): Uint8Array | { reason: string } {
  const [, data] = /^data:[^,]{0,100};base64,([\w+/=\s]*)$/i.exec(url) ?? []
  if (data === undefined) return { reason: 'The data: URL is invalid.' }
  const bytes = Buffer.from(data, 'base64')
  return bytes.byteLength > IMAGE_MAX_BYTES ? { reason: TOO_LARGE } : bytes
}
