import { realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { StartError } from '#src/errors.ts'

/** The operator's own files, such as ads.txt, found by the path they are asked for with. */
export type PublicFolder = {
  /** Answers null for whatever is not a file that strangers may have. */
  answer(request: Request, path: string): Promise<Response | null>
}

/** Reasons for which a path names no file here; anything else is a fault worth a line in the log. */
const NOT_THERE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EINVAL']

/** Throws StartError when there is no such folder. */
export async function openPublicFolder(folder: string): Promise<PublicFolder> {
  const root = await placeOf(folder)
  if (!root?.isDirectory) throw new StartError(`The public folder ${folder} can't be read as a folder.`)

  return {
    answer: async (request, path) => {
      const asked = partsOf(path)
      if (!asked || !isOpen(asked)) return null
      const place = await placeOf(join(root.path, ...asked))
      // Links may lead to other open files of the folder, never out of it and never to hidden ones.
      if (!place?.isFile || !isOpen(relative(root.path, place.path).split(sep))) return null
      return fileAnswer(request, place)
    },
  }
}

type Place = { path: string; isFile: boolean; isDirectory: boolean; bytes: number; changedAt: Date }

/** What is behind a path once every link on it is followed; null when there is nothing. */
async function placeOf(path: string): Promise<Place | null> {
  try {
    const real = await realpath(path)
    const found = await stat(real)
    return {
      path: real,
      isFile: found.isFile(),
      isDirectory: found.isDirectory(),
      bytes: found.size,
      changedAt: found.mtime,
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_THERE.includes(String(error.code))) return null
    throw error
  }
}

function partsOf(path: string): string[] | null {
  try {
    return path.slice(1).split('/').map(decodeURIComponent)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** Names that begin with a dot are hidden, '..' among them; .well-known is there to be found. */
const isOpen = (parts: string[]) =>
  parts.every(
    (part, index) =>
      part !== '' &&
      !/[/\\\0]/.test(part) &&
      (!part.startsWith('.') || (index === 0 && part === '.well-known')),
  )

function fileAnswer(request: Request, { path, bytes, changedAt }: Place): Response {
  const etag = `W/"${bytes.toString(36)}-${changedAt.getTime().toString(36)}"`
  const headers = {
    etag,
    'last-modified': changedAt.toUTCString(),
    'cache-control': 'no-cache',
    // The frame of the advertisement has no origin, and shows the pictures in this folder.
    'cross-origin-resource-policy': 'cross-origin',
  }
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (known.some((tag) => tag.trim() === etag)) return new Response(null, { status: 304, headers })
  return new Response(Bun.file(path), { headers })
}
