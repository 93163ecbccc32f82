/** Says that a page stands at `location` for good; browsers ask again after a day, should it be put to another use. */
export const movedTo = (location: string, caching = 'public, max-age=86400') =>
  new Response(null, { status: 301, headers: { location, 'cache-control': caching } })

/** Says that a page is at `location` now; like the above without a host, so that none is taken from the request. */
export const foundAt = (location: string) => new Response(null, { status: 302, headers: { location } })
