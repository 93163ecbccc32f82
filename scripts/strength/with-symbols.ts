/** Symbols as people use them, the frequent ones several times. */
const SYMBOLS = [...'!!!!!!..@@@##$$**??-_&%+']
const DIGITS = ['', '', '1', '', '2', '', '12', '3', '123']

/** One in so many: in leaks of sites that ask for nothing one password in twenty has a symbol. */
const EVERY = 12

/**
 * Both lists are from before sites asked for symbols: hardly any has one. To every twelfth text one is added, in most
 * of them at the end, so that the model has seen what sites ask for now.
 */
export function withSymbols(texts: readonly [string, number][]): [string, number][] {
  return texts.flatMap(([text, weight], at) => {
    if (at % EVERY !== 0) return [[text, weight]]
    const turn = at / EVERY
    const added = `${text}${SYMBOLS[turn % SYMBOLS.length]}${DIGITS[turn % DIGITS.length]}`
    return [
      [text, weight],
      [added, weight],
    ]
  })
}
