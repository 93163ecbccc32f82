export type Encoding = 'br' | 'gzip' | 'identity'

/** Best first, where a client takes several equally well. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity']

/** Clients can write this header in any number of ways: longer ones aren't parsed, and few are kept. */
const LONGEST = 200
const MOST_KEPT = 500

const known = new Map<string, Encoding[]>()

/** The encodings that a client takes by its Accept-Encoding, best first (RFC 9110, section 12.5.3). */
export function acceptedEncodings(text: string | null): Encoding[] {
  if (text === null || text.length > LONGEST) return ['identity']
  const kept = known.get(text)
  if (kept) return kept
  const accepted = parse(text)
  if (known.size >= MOST_KEPT) known.clear()
  known.set(text, accepted)
  return accepted
}

/** The best encoding of those that a body has; identity where the client takes none of them. */
export const chooseEncoding = (accepted: Encoding[], has: Partial<Record<Encoding, unknown>>): Encoding =>
  accepted.find((encoding) => has[encoding]) ?? 'identity'

/** Identity needs no mention to be taken, but comes last then. */
const UNNAMED_IDENTITY = 0.0001

function parse(text: string): Encoding[] {
  const weights = new Map(text.split(',').map(readWeight))
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? UNNAMED_IDENTITY : 0)
  return ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort((a, b) => weightOf(b) - weightOf(a))
}

function readWeight(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return [
    name,
    given === undefined || /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given ?? 1) : 0,
  ]
}
