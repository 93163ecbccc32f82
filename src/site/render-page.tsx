import { renderToReadableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { PageData } from '#domain/site.ts'
import { SiteApp } from '#web/site-app.tsx'

export async function renderPage(path: string, page: PageData, css: string): Promise<string> {
  let failure: unknown
  const stream = await renderToReadableStream(
    <SiteApp
      page={page}
      css={css}
      withRouter={(routes) => <StaticRouter location={path}>{routes}</StaticRouter>}
    />,
    {
      // An inline script, which the policy blocks, would move larger boundaries.
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
