import type { PageData } from '#domain/site.ts'

export const PAGE_DATA_ID = 'page-data'
export const POST_TEXT_ID = 'post-text'

/** What the server wrote into this document. */
export function readPageData(): PageData {
  const page: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '')
  return withPostText(page, document.getElementById(POST_TEXT_ID)?.innerHTML ?? '')
}

/** The text of a post stands in the document already: its data are written without it. */
export const withoutPostText = (page: PageData): PageData => withPostText(page, '')

function withPostText(page: PageData, html: string): PageData {
  const { preloaded } = page
  switch (preloaded?.kind) {
    case 'post':
    case 'preview':
      return { ...page, preloaded: { ...preloaded, post: { ...preloaded.post, html } } }
    case 'own-page':
      return { ...page, preloaded: { ...preloaded, page: { ...preloaded.page, html } } }
    default:
      return page
  }
}
