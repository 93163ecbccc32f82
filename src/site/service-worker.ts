import { Elysia } from 'elysia'
import type { OfflineFiles } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { rateLimited } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { createBodyCache, type Encoder } from '#src/http/documents.ts'
import type { TextContent } from '#src/http/encoded-body.ts'
import type { Origins } from '#src/http/origins.ts'
import type { ResponseCache } from '#src/http/response-cache.ts'
import { CLOSED_POLICY } from '#src/http/security-headers.ts'
import type { Access } from '#src/sessions/access.ts'
import { customPageModule, offlineNotePage, sitePages } from '#web/site-pages.ts'
import { logoPaths } from './branding.ts'
import { ENTRY, filesToKeep, inlineStyles } from './build.ts'
import type { Pages } from './pages.ts'

export const SERVICE_WORKER_PATH = '/sw.js'

const TYPE = 'text/javascript; charset=utf-8'

const HEADERS = {
  'cache-control': 'no-cache',
  // The worker may fetch only from this site. WebKit also applies its policy to the workers of pages that it serves.
  'content-security-policy': `connect-src 'self'; worker-src 'self'; script-src 'self'; ${CLOSED_POLICY}`,
}

/** Room for about fifty scripts, one per origin. */
const CACHE_MAX_BYTES = 2 * 1024 * 1024
const VERSION = 0

/** Kept by the browser's cache once a visitor has chosen the language. */
const WORDS_LOADED_WHEN_CHOSEN = '/@scure/bip39/wordlists/'

type Services = { pages: Pages; origins: Origins; encoder: Encoder; responseCache: ResponseCache }

/** The script lists cached documents by content hash, so that any change triggers an update. */
export function serviceWorkerRoutes(
  { build, customPages, branding }: Pick<Deps, 'build' | 'customPages' | 'branding'>,
  { pages, origins, encoder, responseCache }: Services,
  access: Access,
) {
  const script = build.files.get(SERVICE_WORKER_PATH)?.bytes.identity
  if (!script) return []

  const sheets = inlineStyles(build, ENTRY)
  const hasOfflineCustomPage = customPages.some(({ worksOffline }) => worksOffline)
  const pageModules = [
    ...sitePages,
    offlineNotePage,
    { source: customPageModule, worksOffline: hasOfflineCustomPage },
  ]
  const files = filesToKeep(build, ENTRY, {
    sources: pageModules.filter(({ worksOffline }) => worksOffline).map(({ source }) => source),
    otherPages: [
      ...pageModules.filter(({ worksOffline }) => !worksOffline).map(({ source }) => source),
      ...Object.keys(build.manifest).filter((name) => name.includes(WORDS_LOADED_WHEN_CHOSEN)),
    ],
  })
  const assets = [...files.filter((path) => !sheets.has(path)), ...logoPaths(branding)]
  const program = new TextDecoder().decode(script)
  const scripts = createBodyCache(CACHE_MAX_BYTES, encoder)

  async function keptFiles(call: Call): Promise<OfflineFiles> {
    const documents = await pages.documentsToKeep(call)
    const files = [...documents, ...assets.map((url) => ({ url, revision: null }))]
    return { release: Bun.hash(JSON.stringify(files)).toString(36), files }
  }

  const write = async (call: Call): Promise<TextContent> => ({
    text: `self.kept=${JSON.stringify(await keptFiles(call))};\n${program}`,
    type: TYPE,
  })

  return new Elysia().use(access).get(
    SERVICE_WORKER_PATH,
    async ({ call }) => {
      // Browsers then keep their current worker and retry at the next visit.
      const seconds = origins.tryAccept(call)
      if (seconds > 0) throw rateLimited(seconds)
      const script = await scripts.get(VERSION, call.origin, call, () => write(call))
      return responseCache.respond(call, { body: script, headers: HEADERS, location: SERVICE_WORKER_PATH })
    },
    { open: true },
  )
}
