/** A copy with parameters set, or removed where the value is null. */
export function withParameters(
  parameters: URLSearchParams | string,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
