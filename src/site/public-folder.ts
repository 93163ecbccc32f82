import { realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { StartError } from '#src/errors.ts'
import type { IsPrivate } from './private-files.ts'

export type PublicFolder = {
  respond(request: Request, path: string): Promise<Response | null>
}

const NOT_FOUND_CODES = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EINVAL']

/** Throws StartError if the folder can't be read. */
export async function openPublicFolder(folder: string, isPrivate: IsPrivate): Promise<PublicFolder> {
  const root = await resolveFile(folder)
  if (!root?.isDirectory) throw new StartError(`The public folder ${folder} can't be read as a folder.`)

  return {
    respond: async (request, path) => {
      const parts = partsOf(path)
      if (!parts || !isPublic(parts)) return null
      const file = await resolveFile(join(root.path, ...parts))
      // Symbolic links may point to public files of the folder, but not to hidden files or outside.
      if (!file?.isFile || !isPublic(relative(root.path, file.path).split(sep))) return null
      if (await isPrivate(file.path)) return null
      return fileResponse(request, file)
    },
  }
}

type ResolvedFile = { path: string; isFile: boolean; isDirectory: boolean; bytes: number; changedAt: Date }

/** Resolves symbolic links. Returns null if the file is missing. */
async function resolveFile(path: string): Promise<ResolvedFile | null> {
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
    if (error instanceof Error && 'code' in error && NOT_FOUND_CODES.includes(String(error.code))) return null
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

/** Hides dotfiles, except .well-known, and '..'. */
const isPublic = (parts: string[]) =>
  parts.every(
    (part, index) =>
      part !== '' &&
      !/[/\\\0]/.test(part) &&
      (!part.startsWith('.') || (index === 0 && part === '.well-known')),
  )

function fileResponse(request: Request, { path, bytes, changedAt }: ResolvedFile): Response {
  const etag = `W/"${bytes.toString(36)}-${changedAt.getTime().toString(36)}"`
  const headers = {
    etag,
    'last-modified': changedAt.toUTCString(),
    'cache-control': 'no-cache',
    // The ad frame has an opaque origin and shows images from this folder.
    'cross-origin-resource-policy': 'cross-origin',
  }
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (known.some((tag) => tag.trim() === etag)) return new Response(null, { status: 304, headers })
  return new Response(Bun.file(path), { headers })
}
