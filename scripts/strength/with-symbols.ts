/** Repeated by frequency. */
const SYMBOLS = [...'!!!!!!..@@@##$$**??-_&%+']
const DIGITS = ['', '', '1', '', '2', '', '12', '3', '123']

const INTERVAL = 12

/** Adds a symbol to every twelfth text, because the lists predate rules that require symbols. */
export function withSymbols(texts: readonly [string, number][]): [string, number][] {
  return texts.flatMap(([text, weight], at) => {
    if (at % INTERVAL !== 0) return [[text, weight]]
    const turn = at / INTERVAL
    const added = `${text}${SYMBOLS[turn % SYMBOLS.length]}${DIGITS[turn % DIGITS.length]}`
    return [
      [text, weight],
      [added, weight],
    ]
  })
}
