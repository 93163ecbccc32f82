import type { PageData } from '#domain/site.ts'
import { PAGE_DATA_ID } from './lib/page-data.ts'
import { scriptSafeJson } from './lib/script-safe-json.ts'
import { THEME_SCRIPT } from './lib/theme-script.ts'

/** The empty document of all admin pages. */
export function AdminDocument({ page, css }: { page: PageData; css: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`Admin | ${page.siteName}`}</title>
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        {page.build.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {css && <style dangerouslySetInnerHTML={{ __html: css }} />}
        {page.build.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <div id="root" />
        <noscript>
          <p style={{ padding: '2rem' }}>The admin area needs JavaScript.</p>
        </noscript>
        <script
          id={PAGE_DATA_ID}
          type="application/json"
          dangerouslySetInnerHTML={{ __html: scriptSafeJson(page) }}
        />
        <script type="module" src={page.build.script} />
      </body>
    </html>
  )
}
