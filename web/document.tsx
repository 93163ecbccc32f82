import type { ReactNode } from 'react'
import type { PageData } from '#domain/site.ts'
import { PAGE_DATA_ID, withoutPostText } from './lib/page-data.ts'
import { scriptSafeJson } from './lib/script-safe-json.ts'
import { useTheme } from './lib/theme.tsx'
import { THEME_COLORS } from './lib/theme-colors.ts'
import { THEME_SCRIPT } from './lib/theme-script.ts'

type Props = { page: PageData; css: string; children: ReactNode }

/** Rendered by the server, hydrated by the browser. */
export function Document({ page, css, children }: Props) {
  const { theme } = useTheme()
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
        {page.build.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="default" />
        ))}
        {page.build.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
        ))}
        <meta name="theme-color" content={THEME_COLORS[theme]} />
        <link rel="icon" href="/favicon.ico" sizes="48x48" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" sizes="any" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        {children}
        <script
          id={PAGE_DATA_ID}
          type="application/json"
          dangerouslySetInnerHTML={{ __html: scriptSafeJson(withoutPostText(page)) }}
        />
        <script type="module" src={page.build.script} fetchPriority="low" />
      </body>
    </html>
  )
}
