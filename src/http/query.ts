export function readQuery(given: URLSearchParams): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>()
  for (const [name, value] of given) {
    const known = values.get(name)
    if (Array.isArray(known)) known.push(value)
    else values.set(name, known === undefined ? value : [known, value])
  }
  return Object.fromEntries(values)
}
