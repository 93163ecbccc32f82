import { type BuildFiles, OFFLINE_NOTE_PATH, type PageData, type Preloaded } from '#domain/site.ts'
import { adminOrigin } from '#src/config.ts'
import type { Deps } from '#src/deps.ts'
import type { Drawn } from '#src/http/encoder.ts'
import { contentPolicy } from '#src/http/security-headers.ts'
import { THEME_SCRIPT } from '#web/lib/theme-script.ts'
import { eagerPages } from '#web/site-pages.ts'
import { brandOf } from './brand.ts'
import { APP, ENTRY, filesFor, sheetsToInline } from './build.ts'
import type { Shown } from './drawing-job.ts'
import { isPrivatePath } from './public-paths.ts'

type Page = {
  origin: string
  /** Path and query that the page is rendered for. */
  location: string
  /** The page's module, as the build lists it. */
  source: string
  preloaded?: Preloaded
  shown?: Shown
}

export type Renderer = {
  /** What every public page is sent with. */
  headers: Record<string, string>
  render(page: Page): Promise<Drawn>
}

type Given = Pick<Deps, 'config' | 'build' | 'adHtml' | 'ownPages' | 'look' | 'draw'>

/** Draws public pages as HTML; keeping and compressing them is up to the caller. */
export function createRenderer({ config, build, adHtml, ownPages, look, draw }: Given): Renderer {
  const analyticsId = config.analyticsId ?? null
  const adminAt = adminOrigin(config)
  const brand = brandOf({ config, look, ownPages })

  const sheets = sheetsToInline(build, ENTRY)
  const css = [...sheets.values(), look.css].filter(Boolean).join('\n')

  const pageData = ({ origin, location, source, preloaded }: Page): PageData => ({
    origin,
    ...(adminAt === null ? {} : { adminOrigin: adminAt }),
    siteName: config.siteName,
    ...(brand ? { brand } : {}),
    showsRating: config.seoRating === 'on',
    // Not even the address of such a page is anyone else's business.
    analyticsId: isPrivatePath(location) ? null : analyticsId,
    hasAd: adHtml !== null && !isPrivatePath(location),
    ...(config.breachCheck === 'on' ? { checksBreaches: true } : {}),
    ...(config.accessLog === 'on' ? { logsRequests: true } : {}),
    ...(config.contactKeepDays === undefined ? {} : { messageDays: config.contactKeepDays }),
    startsOn: eagerPages.get(source)?.startsOn ?? 'press',
    ...(location === OFFLINE_NOTE_PATH ? { isOfflineNote: true } : {}),
    ...(preloaded ? { preloaded } : {}),
    build: filesOf(source),
  })

  function filesOf(source: string): BuildFiles {
    const files = filesFor(build, ENTRY, { early: eagerPages.get(source)?.script, later: [APP, source] })
    return { ...files, styles: files.styles.filter((path) => !sheets.has(path)) }
  }

  return {
    headers: {
      'cache-control': 'no-cache',
      'content-security-policy': contentPolicy([THEME_SCRIPT], adHtml !== null || analyticsId !== null),
    },
    render: async (page) => ({
      text: await draw({
        kind: 'page',
        location: page.location,
        page: pageData(page),
        css,
        shown: page.shown,
      }),
      type: 'text/html; charset=utf-8',
    }),
  }
}
