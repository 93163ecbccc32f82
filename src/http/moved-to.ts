/** Says that a page stands at `location` for good; browsers ask again after a day, should it be put to another use. */
export const movedTo = (location: string, caching = 'public, max-age=86400') =>
  new Response(null, { status: 301, headers: { location, 'cache-control': caching } })
