import fc from 'fast-check'

const SURROGATES = { from: 0xd800, count: 0x800 }

const toCharacter = (number: number) =>
  String.fromCodePoint(number < SURROGATES.from ? number : number + SURROGATES.count)

/** With it, fast-check also draws its list of dangerous strings. Throws for other values, as fast-check requires. */
function toNumber(value: unknown): number {
  const code = typeof value === 'string' ? value.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== value || !value.isWellFormed())
    throw new Error('not a character')
  return code < SURROGATES.from ? code : code - SURROGATES.count
}

/** Any code point but surrogates. For fast-check's own unit 'binary', each process keeps 80 MB of strings. */
export const anyCharacter = fc.nat(0x10_ffff - SURROGATES.count).map(toCharacter, toNumber)
