import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { IMAGE_MAX_BYTES } from '#domain/images.ts'

/** Folders that site generators copy to the site's root. */
const STATIC_FOLDERS = ['', 'static', 'public', 'source', 'content']
/** Of 'src/' in Astro and Vite. */
const ALIAS = /^[@~]\//

/**
 * Resolves next to `file`, or absolute paths at the site's root. Null if missing, outside `root` or below a symbolic
 * link.
 */
export function readLocalImage(url: string, file: string, root: string): Uint8Array | 'too large' | null {
  const path = pathIn(url)
  if (path === null) return null
  const places = path.startsWith('/')
    ? STATIC_FOLDERS.map((folder) => join(root, folder, path))
    : // Hexo keeps them in a folder with the name of the post.
      [join(dirname(file), path), join(file.replace(/\.\w+$/, ''), path)]
  for (const place of places) {
    const found = attempt(() => readWithin(place, root))
    if (found) return found
  }
  return null
}

function readWithin(place: string, root: string): Uint8Array | 'too large' | null {
  const realRoot = realpathSync(root)
  const real = realpathSync(place)
  if (!real.startsWith(realRoot + sep) || real !== join(realRoot, relative(root, place))) return null
  const stat = statSync(real)
  if (!stat.isFile()) return null
  return stat.size > IMAGE_MAX_BYTES ? 'too large' : readFileSync(real)
}

/** Null for absolute URLs and invalid encoding. */
function pathIn(url: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]{0,31}:|\/\/)/i.test(url)) return null
  const [path = ''] = url.split(/[?#]/)
  try {
    const decoded = decodeURIComponent(path)
    if (decoded === '' || decoded.includes('\0')) return null
    return decoded.replace(ALIAS, '/src/')
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

function attempt<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
