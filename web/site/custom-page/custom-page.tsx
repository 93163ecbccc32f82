import { useEffect } from 'react'
import { usePreloaded } from '#web/lib/page.tsx'
import { Columns } from '#web/site/article.tsx'
import { PageFrame } from '#web/site/page-frame.tsx'
import { PostText } from '#web/ui/post-text.tsx'

/** One of the operator's own pages. Its content is embedded in the document, never fetched. */
export function CustomPageView() {
  const preloaded = usePreloaded()
  const page = preloaded?.kind === 'custom-page' ? preloaded.page : undefined
  useEffect(() => {
    if (!page) location.reload()
  }, [page])
  if (!page) return null
  const { path, title, about, lead, isUnlisted } = page
  return (
    <PageFrame
      path={path}
      name={title}
      description={about}
      heading={title}
      lead={lead}
      isUnlisted={isUnlisted}
    >
      <Columns contents={page.parts}>
        <article>
          <PostText html={page.html} />
        </article>
      </Columns>
    </PageFrame>
  )
}
