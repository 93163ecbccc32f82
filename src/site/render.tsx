import { renderToReadableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { PageData } from '#domain/site.ts'
import { SiteApp } from '#web/site-app.tsx'

/**
 * The whole document of a public page as HTML, complete, with the styles `css` in it: nothing is left to the browser.
 */
export async function renderPage(path: string, page: PageData, css: string): Promise<string> {
  let failure: unknown
  const stream = await renderToReadableStream(
    <SiteApp
      page={page}
      css={css}
      withRouter={(routes) => <StaticRouter location={path}>{routes}</StaticRouter>}
    />,
    {
      // A boundary above this size would be sent apart and moved into place by an inline script, which the policy refuses.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failure ??= error
      },
    },
  )
  await stream.allReady
  if (failure) throw failure
  return await new Response(stream).text()
}
