import { createHash } from 'node:crypto'
import { OFFLINE_NOTE_PATH, type OfflineFile, type PageData, type Preloaded } from '#domain/site.ts'
import { adminOrigin } from '#src/config.ts'
import type { Deps } from '#src/deps.ts'
import type { Call } from '#src/http/call.ts'
import type { Documents } from '#src/http/documents.ts'
import { encodedResponse } from '#src/http/encoded-body.ts'
import type { CachedDocument, ResponseCache } from '#src/http/response-cache.ts'
import { contentPolicy } from '#src/http/security-headers.ts'
import type { RequestCounter } from '#src/statistics/request-counter.ts'
import { THEME_SCRIPT } from '#web/lib/theme-script.ts'
import { customPageModule, eagerPages, notFoundPage, offlineNotePage, sitePages } from '#web/site-pages.ts'
import { brandOf } from './branding.ts'
import { APP, ENTRY, filesFor, inlineStyles } from './build.ts'
import { isPrivatePath } from './public-paths.ts'
import type { PageJob, Shown } from './render-text.ts'

type PageSettings = Pick<Deps, 'config' | 'build' | 'adHtml' | 'customPages' | 'branding' | 'wordList'>

type Content = { preloaded?: Preloaded; shown?: Shown }

/** `source` is the page's key in the build manifest. */
type Described = Content & { origin: string; location: string; source: string }

export type Page = {
  location: string
  source: string
  /** The cache of its documents: for static pages by default. */
  documents?: Documents
  /** Static pages never change at runtime. */
  version?: number
  /** `location` by default. */
  key?: string
  read?: () => Promise<Content>
  headers?: Record<string, string>
  status?: number
  /** The path under which its views are counted. */
  counted?: string
  /** For pages that everyone gets at the URL `location`. */
  cached?: Pick<CachedDocument, 'isCurrent'>
}

export type Pages = {
  respond(call: Call, page: Page): Promise<Response>
  /** For a static or custom page. */
  fixed(call: Call, path: string): Promise<Response>
  notFound(call: Call): Promise<Response>
  offlineNote(call: Call): Promise<Response>
  /** Documents cached offline, with content hashes. */
  documentsToKeep(call: Call): Promise<OfflineFile[]>
}

type Services = { documents: Documents; responseCache: ResponseCache; requestCounter: RequestCounter }

/** Names the origin of pages that are rendered at build time. The .invalid domain is reserved. */
export const PLACEHOLDER_HOST = 'origin-of-passwright.invalid'

export const UNLISTED = { 'x-robots-tag': 'noindex' }

/** For pages without frames. */
export const NO_FRAMES = { 'content-security-policy': contentPolicy([THEME_SCRIPT]) }

/** Creates a function that describes how to render a page. */
export function createPageJobs({ config, build, adHtml, customPages, branding, wordList }: PageSettings) {
  const analyticsId = config.analyticsId ?? null
  const brand = brandOf(config, branding, customPages)
  const sheets = inlineStyles(build, ENTRY)
  const css = [...sheets.values(), branding.css].filter(Boolean).join('\n')

  function filesOf(source: string) {
    const files = filesFor(build, ENTRY, { early: eagerPages.get(source)?.script, later: [APP, source] })
    return { ...files, styles: files.styles.filter((path) => !sheets.has(path)) }
  }

  return ({ origin, location, source, preloaded, shown }: Described): PageJob => {
    // Third parties must not learn the page's address.
    const isPrivate = isPrivatePath(location)
    const page: PageData = {
      origin,
      adminOrigin: adminOrigin(config) ?? undefined,
      siteName: config.siteName,
      brand,
      showsRating: config.seoRating === 'on',
      analyticsId: isPrivate ? null : analyticsId,
      hasAd: adHtml !== null && !isPrivate,
      checksBreaches: config.breachCheck === 'on' || undefined,
      logsRequests: config.accessLog === 'on' || undefined,
      messageDays: config.contactKeepDays,
      generatorDefaults: config.generatorDefaults,
      wordList: wordList ?? undefined,
      startsOn: eagerPages.get(source)?.startsOn ?? 'press',
      isOfflineNote: location === OFFLINE_NOTE_PATH || undefined,
      preloaded,
      build: filesOf(source),
    }
    return { kind: 'page', location, page, css, shown }
  }
}

export function createPages(
  deps: PageSettings & Pick<Deps, 'render'>,
  { documents: fixedDocuments, responseCache, requestCounter }: Services,
): Pages {
  const { config, adHtml, customPages, render } = deps
  const jobOf = createPageJobs(deps)
  const hasFrames = adHtml !== null || config.analyticsId !== undefined
  const commonHeaders = {
    'cache-control': 'no-cache',
    'content-security-policy': contentPolicy([THEME_SCRIPT], hasFrames),
  }
  const customPage = new Map(customPages.map((page) => [page.path, page]))

  function fixedPage(path: string): Page {
    const page = customPage.get(path)
    const source = page ? customPageModule : sourceOf(path)
    return { location: path, source, read: page && (async () => ({ shown: { kind: 'custom-page', page } })) }
  }

  const renderPage = (page: Page) => async (origin: string) => {
    const job = jobOf({ ...page, origin, ...(await page.read?.()) })
    return { text: await render(job), type: 'text/html; charset=utf-8' }
  }

  async function respond(call: Call, page: Page): Promise<Response> {
    const { location, documents = fixedDocuments, version = 0, key = location, counted } = page
    const body = await documents.get(call, version, key, renderPage(page))
    const headers = { ...commonHeaders, ...page.headers }
    const onRequest = (request: Request, peerOf: () => string) => {
      if (counted !== undefined) requestCounter.countCachedDocument(request, peerOf, counted)
    }
    const response = page.cached
      ? responseCache.respond(call, { ...page.cached, body, headers, location, onRequest })
      : encodedResponse(call, body, headers, page.status)
    const isServed = call.method === 'GET' && (response.status === 200 || response.status === 304)
    if (counted !== undefined && isServed) requestCounter.countDocument(call, counted)
    return response
  }

  return {
    respond,
    fixed: (call, path) =>
      respond(call, {
        ...fixedPage(path),
        headers: customPage.get(path)?.isUnlisted ? UNLISTED : {},
        counted: path,
        cached: {},
      }),
    notFound: (call) =>
      respond(call, { location: '/404', source: notFoundPage.source, headers: UNLISTED, status: 404 }),
    offlineNote: (call) => respond(call, { ...fixedPage(OFFLINE_NOTE_PATH), headers: UNLISTED }),
    documentsToKeep: async (call) => {
      const files: OfflineFile[] = []
      // One after another, to stay below a client's limit.
      for (const { path, worksOffline } of [...sitePages, offlineNotePage, ...customPages]) {
        if (!worksOffline) continue
        const { bytes } = await fixedDocuments.content(call, 0, path, renderPage(fixedPage(path)))
        const digest = hash(bytes)
        const revision = hash(JSON.stringify([digest, commonHeaders['content-security-policy']]))
        files.push({ url: path, revision, integrity: `sha256-${digest}` })
      }
      return files
    },
  }
}

/** `path` is the pattern of a page. */
export const sourceOf = (path: string) =>
  [...sitePages, offlineNotePage].find((page) => page.path === path)?.source ?? notFoundPage.source

const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64')
