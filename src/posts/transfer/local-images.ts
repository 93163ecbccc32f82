import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { IMAGE_MAX_BYTES } from '#domain/images.ts'

/** Folders whose files site generators put at the root of the site. */
const STATIC_FOLDERS = ['', 'static', 'public']

/**
 * The file that an address without a host means: beside `file`, or at the root of the site where it begins with a slash.
 * Null where there is none within `root`, wherever links lead; 'too large' where it is larger than an image may be.
 */
export function readLocalImage(url: string, file: string, root: string): Uint8Array | 'too large' | null {
  const path = pathIn(url)
  if (path === null) return null
  const places = path.startsWith('/')
    ? STATIC_FOLDERS.map((folder) => join(root, folder, path))
    : [join(dirname(file), path)]
  for (const place of places) {
    const found = attempt(() => readWithin(place, root))
    if (found) return found
  }
  return null
}

function readWithin(place: string, root: string): Uint8Array | 'too large' | null {
  const real = realpathSync(place)
  if (!real.startsWith(realpathSync(root) + sep)) return null
  const stat = statSync(real)
  if (!stat.isFile()) return null
  return stat.size > IMAGE_MAX_BYTES ? 'too large' : readFileSync(real)
}

/** The path of an address, without its query; null for one with a scheme or a host, and what is not well encoded. */
function pathIn(url: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]{0,31}:|\/\/)/i.test(url)) return null
  const [path = ''] = url.split(/[?#]/)
  try {
    const decoded = decodeURIComponent(path)
    return decoded === '' || decoded.includes('\0') ? null : decoded
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** What the system refuses is not there. */
function attempt<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
