import fc from 'fast-check'

const SURROGATES = { from: 0xd800, count: 0x800 }

/** Any code point but surrogates. For fast-check's own unit 'binary', each process keeps 80 MB of strings. */
export const anyCharacter = fc
  .nat(0x10_ffff - SURROGATES.count)
  .map((number) => String.fromCodePoint(number < SURROGATES.from ? number : number + SURROGATES.count))
