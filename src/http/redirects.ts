export const permanentRedirect = (location: string, caching = 'public, max-age=86400') =>
  new Response(null, { status: 301, headers: { location, 'cache-control': caching } })

/** Relative, so that no host is taken from the request. */
export const temporaryRedirect = (location: string) =>
  new Response(null, { status: 302, headers: { location } })
