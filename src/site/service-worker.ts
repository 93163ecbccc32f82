import type { KeptFiles } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { rateLimited } from '#src/errors.ts'
import { createBodyCache } from '#src/http/body-cache.ts'
import type { Call } from '#src/http/call.ts'
import { encodedAnswer } from '#src/http/encoded.ts'
import type { Drawn, Encoder } from '#src/http/encoder.ts'
import type { Prepared } from '#src/http/prepared.ts'
import { CLOSED_POLICY } from '#src/http/security-headers.ts'
import { page, type Route } from '#src/route.ts'
import { offlineNotePage, ownPageModule, sitePages } from '#web/site-pages.ts'
import { ENTRY, filesToKeep, sheetsToInline } from './build.ts'
import { logoPaths } from './look.ts'
import type { Origins } from './origins.ts'
import type { Pages } from './pages.ts'

export const SERVICE_WORKER_PATH = '/sw.js'

const TYPE = 'text/javascript; charset=utf-8'

const HEADERS = {
  'cache-control': 'no-cache',
  // A worker lives under the policy of its own script: it fetches from here and does nothing else.
  'content-security-policy': `connect-src 'self'; ${CLOSED_POLICY}`,
}

/** One script for each origin that the site is known under: about fifty of them. */
const KEPT_BYTES = 2 * 1024 * 1024
/** The text of the script never changes while the program runs. */
const VERSION = 0

type Services = { pages: Pages; origins: Origins; encoder: Encoder; prepared: Prepared }

/**
 * The service worker, with the list of what it keeps in front. The list names the served documents by their content, so
 * any change of theirs, be it a new build or another setting, is a new script, and that is what browsers update on.
 */
export function serviceWorkerRoutes(
  { build, ownPages, look }: Pick<Deps, 'build' | 'ownPages' | 'look'>,
  { pages, origins, encoder, prepared }: Services,
): Route[] {
  const script = build.files.get(SERVICE_WORKER_PATH)?.bytes.identity
  if (!script) return []

  const sheets = sheetsToInline(build, ENTRY)
  const hasKeptOwnPage = ownPages.some(({ isKept }) => isKept)
  const pageModules = [...sitePages, offlineNotePage, { source: ownPageModule, isKept: hasKeptOwnPage }]
  const files = filesToKeep(build, ENTRY, {
    sources: pageModules.filter(({ isKept }) => isKept).map(({ source }) => source),
    otherPages: pageModules.filter(({ isKept }) => !isKept).map(({ source }) => source),
  })
  const assets = [...files.filter((path) => !sheets.has(path)), ...logoPaths(look)]
  const program = new TextDecoder().decode(script)
  const scripts = createBodyCache(KEPT_BYTES, encoder)

  async function keptFiles(call: Call): Promise<KeptFiles> {
    const documents = await pages.documentsToKeep(call)
    const files = [...documents, ...assets.map((url) => ({ url, revision: null }))]
    return { release: Bun.hash(JSON.stringify(files)).toString(36), files }
  }

  const write = async (call: Call): Promise<Drawn> => ({
    text: `self.kept=${JSON.stringify(await keptFiles(call))};\n${program}`,
    type: TYPE,
  })

  return [
    page(SERVICE_WORKER_PATH, async ({ call }) => {
      // A browser that gets none keeps the one that it has, and asks again at its next visit.
      const seconds = await origins.wait(call)
      if (seconds > 0) throw rateLimited(seconds)
      const script = await scripts.get(VERSION, call.origin, call.address, () => write(call))
      prepared.keep(call, { body: script, headers: HEADERS, location: SERVICE_WORKER_PATH })
      return encodedAnswer(call, script, HEADERS)
    }),
  ]
}
