/** Two tables, because 1, ! and 7 can each mean two letters. */
export const SUBSTITUTIONS = [
  tableOf('4a @a 8b (c 3e €e 6g 9g 1i !i |i 0o $s 5s 7t +t 2z'),
  tableOf('4a @a 3e 1l !l |l 7l 0o $s 5s'),
]

function tableOf(pairs: string): Map<string, string> {
  return new Map(pairs.split(' ').map(([typed = '', meant = '']) => [typed, meant]))
}
