import type { PageData } from '#domain/site.ts'

export const PAGE_DATA_ID = 'page-data'
export const POST_TEXT_ID = 'post-text'

export function readPageData(): PageData {
  const page: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '')
  return withPostText(page, document.getElementById(POST_TEXT_ID)?.innerHTML ?? '')
}

export const withoutPostText = (page: PageData): PageData => withPostText(page, '')

function withPostText(page: PageData, html: string): PageData {
  const { preloaded } = page
  switch (preloaded?.kind) {
    case 'post':
    case 'preview':
      return { ...page, preloaded: { ...preloaded, post: { ...preloaded.post, html } } }
    case 'custom-page':
      return { ...page, preloaded: { ...preloaded, page: { ...preloaded.page, html } } }
    default:
      return page
  }
}
