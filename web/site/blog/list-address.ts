/** The URL of a page of search results, or of the posts at `path`. */
export function listAddress(path: string, page: number, search?: string): string {
  const query = new URLSearchParams({
    ...(search === undefined ? {} : { search }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString()
  return query === '' ? path : `${path}?${query}`
}
