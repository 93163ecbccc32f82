/** Two tables, because 1, ! and 7 can each mean two letters. */
const TABLES = [
  tableOf('4a @a 8b (c 3e €e 6g 9g 1i !i |i 0o $s 5s 7t +t 2z'),
  tableOf('4a @a 3e 1l !l |l 7l 0o $s 5s'),
]

/** What the letters may mean; only readings that differ. */
export function readSubstitutions(letters: string[]): string[][] {
  const readings = TABLES.map((table) => letters.map((letter) => table.get(letter) ?? letter))
  return [...new Map([letters, ...readings].map((reading) => [reading.join(''), reading])).values()].slice(1)
}

function tableOf(pairs: string): Map<string, string> {
  return new Map(pairs.split(' ').map(([typed = '', meant = '']) => [typed, meant]))
}
