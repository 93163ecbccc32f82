import { access, constants, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Elysia } from 'elysia'
import { StartError } from '#src/errors.ts'
import { errorCode } from '#src/lib/error-code.ts'
import type { IsPrivate } from './private-files.ts'

export type PublicFolder = {
  respond(request: Request, path: string): Promise<Response | null>
}

const PLUGIN_OPTIONS = {
  prefix: '/',
  alwaysStatic: false,
  etag: false,
  maxAge: 0,
  indexHTML: false,
  ignorePatterns: [],
  decodeURI: true,
  silent: true,
}

const NOT_FOUND_CODES = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EINVAL']

/** Throws StartError if the folder can't be read. */
export async function openPublicFolder(folder: string, isPrivate: IsPrivate): Promise<PublicFolder> {
  const root = await resolveFile(folder)
  if (!root?.isDirectory) throw new StartError(`The public folder ${folder} can't be read as a folder.`)

  // Loaded lazily, because most sites have no public folder.
  const { staticPlugin } = await import('@elysiajs/static')
  const plugin = await staticPlugin({ assets: root.path, ...PLUGIN_OPTIONS }).catch((cause: unknown) => {
    if (errorCode(cause) === '') throw cause
    throw new StartError(`A folder in the public folder ${folder} can't be read.`, { cause })
  })
  const app = new Elysia({ strictPath: true, normalize: false }).use(plugin)

  return {
    respond: async (request, path) => {
      const parts = partsOf(path)
      if (!parts || !isPublic(parts)) return null
      // By itself, the plugin serves hidden files and follows links out of the folder.
      const file = await resolveFile(join(root.path, ...parts))
      const realParts = file && relative(root.path, file.path).split(sep)
      if (!file?.isFile || !realParts || !isPublic(realParts) || (await isPrivate(file.path))) return null

      const headers = headersOf(file)
      const known = request.headers.get('if-none-match')?.split(',') ?? []
      if (known.some((tag) => tag.trim() === headers.etag))
        return new Response(null, { status: 304, headers })
      const response = await app.handle(new Request(addressOf(realParts), { headers: request.headers }))
      if (response.status === 404) return null
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      return response
    },
  }
}

type ResolvedFile = { path: string; isFile: boolean; isDirectory: boolean; bytes: number; changedAt: Date }

/** Resolves symbolic links. Returns null if the file is missing. */
async function resolveFile(path: string): Promise<ResolvedFile | null> {
  try {
    const real = await realpath(path)
    const found = await stat(real)
    await access(real, constants.R_OK)
    return {
      path: real,
      isFile: found.isFile(),
      isDirectory: found.isDirectory(),
      bytes: found.size,
      changedAt: found.mtime,
    }
  } catch (error) {
    if (NOT_FOUND_CODES.includes(errorCode(error))) return null
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

/** With each dot encoded, because the plugin has a route for each .html file, which keeps the file's first length. */
const addressOf = (parts: string[]) =>
  `http://localhost/${parts.map((part) => encodeURIComponent(part).replaceAll('.', '%2E')).join('/')}`

const headersOf = ({ bytes, changedAt }: ResolvedFile) => ({
  etag: `W/"${bytes.toString(36)}-${changedAt.getTime().toString(36)}"`,
  'last-modified': changedAt.toUTCString(),
  'cache-control': 'no-cache',
  // The ad frame has an opaque origin and shows images from this folder.
  'cross-origin-resource-policy': 'cross-origin',
})
