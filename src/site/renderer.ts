import { type BuildFiles, OFFLINE_NOTE_PATH, type PageData, type Preloaded } from '#domain/site.ts'
import { adminOrigin } from '#src/config.ts'
import type { Deps } from '#src/deps.ts'
import type { TextContent } from '#src/http/encoder.ts'
import { contentPolicy } from '#src/http/security-headers.ts'
import { THEME_SCRIPT } from '#web/lib/theme-script.ts'
import { eagerPages } from '#web/site-pages.ts'
import { brandOf } from './brand-data.ts'
import { APP, ENTRY, filesFor, inlineStyles } from './build.ts'
import { isPrivatePath } from './public-paths.ts'
import type { Shown } from './render-job.ts'

type Page = {
  origin: string
  location: string
  source: string
  preloaded?: Preloaded
  shown?: Shown
}

export type Renderer = {
  headers: Record<string, string>
  render(page: Page): Promise<TextContent>
}

type RendererDeps = Pick<
  Deps,
  'config' | 'build' | 'adHtml' | 'customPages' | 'branding' | 'wordList' | 'render'
>

export function createRenderer({
  config,
  build,
  adHtml,
  customPages,
  branding,
  wordList,
  render,
}: RendererDeps): Renderer {
  const analyticsId = config.analyticsId ?? null
  const adminUrl = adminOrigin(config)
  const brand = brandOf({ config, branding, customPages })

  const sheets = inlineStyles(build, ENTRY)
  const css = [...sheets.values(), branding.css].filter(Boolean).join('\n')

  const pageData = ({ origin, location, source, preloaded }: Page): PageData => ({
    origin,
    ...(adminUrl === null ? {} : { adminOrigin: adminUrl }),
    siteName: config.siteName,
    ...(brand ? { brand } : {}),
    showsRating: config.seoRating === 'on',
    // Third parties must not learn the page's address.
    analyticsId: isPrivatePath(location) ? null : analyticsId,
    hasAd: adHtml !== null && !isPrivatePath(location),
    ...(config.breachCheck === 'on' ? { checksBreaches: true } : {}),
    ...(config.accessLog === 'on' ? { logsRequests: true } : {}),
    ...(config.contactKeepDays === undefined ? {} : { messageDays: config.contactKeepDays }),
    ...(config.generatorDefaults ? { generatorDefaults: config.generatorDefaults } : {}),
    ...(wordList ? { wordList } : {}),
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
      text: await render({
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
