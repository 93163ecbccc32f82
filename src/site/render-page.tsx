import { renderToReadableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { SiteApp } from '#web/site-app.tsx'
import { type PageJob, renderShown } from './render-text.ts'

export async function renderPage({ location, css, shown, ...job }: PageJob): Promise<string> {
  const page = shown ? { ...job.page, preloaded: renderShown(shown) } : job.page
  let failure: unknown
  const stream = await renderToReadableStream(
    <SiteApp
      page={page}
      css={css}
      withRouter={(routes) => <StaticRouter location={location}>{routes}</StaticRouter>}
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
