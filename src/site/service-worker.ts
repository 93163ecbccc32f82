import { Elysia } from 'elysia'
import { LRUCache } from 'lru-cache'
import type { KeptFiles } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import { type EncodedBody, encodeBody, encodedAnswer } from '#src/http/encoded.ts'
import { offlineNoteRoute, siteRoutes } from '#web/router.tsx'
import { ENTRY, filesToKeep } from './build.ts'
import type { Pages } from './pages.ts'

export const SERVICE_WORKER_PATH = '/sw.js'

const HEADERS = {
  'cache-control': 'no-cache',
  // A worker lives under the policy of its own script: it fetches from here and does nothing else.
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

/** One for each origin that the site is known under, and a stranger chooses the Host. */
const KEPT_SCRIPTS = 20
const BROTLI_QUALITY = 5

/**
 * The service worker, with the list of what it keeps in front. The list names the served documents by their content, so
 * any change of theirs, be it a new build or another setting, is a new script, and that is what browsers update on.
 */
export function serviceWorkerRoutes({ build }: Deps, pages: Pages) {
  const routes = new Elysia()
  const script = build.files.get(SERVICE_WORKER_PATH)?.bytes.identity
  if (!script) return routes

  const assets = filesToKeep(build, ENTRY, {
    sources: [...siteRoutes, offlineNoteRoute].filter(({ isKept }) => isKept).map(({ source }) => source),
    otherPages: siteRoutes.filter(({ isKept }) => !isKept).map(({ source }) => source),
  })
  const encoded = new LRUCache<string, EncodedBody>({ max: KEPT_SCRIPTS })

  async function keptFiles(origin: string): Promise<KeptFiles> {
    const documents = await pages.documentsToKeep(origin)
    const files = [...documents, ...assets.map((url) => ({ url, revision: null }))]
    return { release: Bun.hash(JSON.stringify(files)).toString(36), files }
  }

  return routes.get(SERVICE_WORKER_PATH, async ({ request }) => {
    const kept = await keptFiles(callOf(request).origin)
    const body = encoded.get(kept.release) ?? encodeWorker(kept, script)
    encoded.set(kept.release, body)
    return encodedAnswer(request, body, HEADERS)
  })
}

function encodeWorker(kept: KeptFiles, script: Uint8Array<ArrayBuffer>): EncodedBody {
  const list = new TextEncoder().encode(`self.kept=${JSON.stringify(kept)};\n`)
  const body = new Uint8Array(Buffer.concat([list, script]))
  return encodeBody(body, 'text/javascript; charset=utf-8', BROTLI_QUALITY)
}
