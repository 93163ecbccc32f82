/** The address of a page of posts: of those that a search found, or of all at `path`. */
export function listAddress(path: string, page: number, search?: string): string {
  const query = new URLSearchParams({
    ...(search === undefined ? {} : { search }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString()
  return query === '' ? path : `${path}?${query}`
}
