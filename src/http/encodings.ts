import { memoize } from '#src/lib/memoize.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity']

/** Clients can vary this header endlessly: long values aren't parsed, and few are cached. */
const HEADER_MAX = 200
const CACHED_MAX = 500

/** RFC 9110, section 12.5.3. Best first. */
export const acceptedEncodings = (text: string | null): Encoding[] =>
  text === null || text.length > HEADER_MAX ? ['identity'] : parse(text)

export const chooseEncoding = (accepted: Encoding[], has: Partial<Record<Encoding, unknown>>): Encoding =>
  accepted.find((encoding) => has[encoding]) ?? 'identity'

const UNNAMED_IDENTITY = 0.0001

const parse = memoize(CACHED_MAX, (text) => {
  const weights = new Map(text.split(',').map(readWeight))
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? UNNAMED_IDENTITY : 0)
  return ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort((a, b) => weightOf(b) - weightOf(a))
})

function readWeight(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return [
    name,
    given === undefined || /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given ?? 1) : 0,
  ]
}
