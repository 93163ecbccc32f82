import type { PageData } from '#domain/site.ts'

export const PAGE_DATA_ID = 'page-data'

/** What the server wrote into this document. */
export function readPageData(): PageData {
  return JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '')
}
