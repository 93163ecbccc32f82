export type Params = Readonly<Record<string, string>>

/**
 * The parts of `pathname` that fill the `:names` in `pattern`, decoded; null where it doesn't match.
 * Slashes at the end don't count, upper and lower case do.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  const wanted = segmentsOf(pattern)
  const given = segmentsOf(pathname)
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of wanted.entries()) {
    const segment = decode(given[index] ?? '')
    if (name.startsWith(':') && segment !== '') params[name.slice(1)] = segment
    else if (name !== segment) return null
  }
  return params
}

const segmentsOf = (path: string) => path.replace(/\/+$/, '').split('/')

/** An address may hold any percent signs. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return segment
    throw error
  }
}
