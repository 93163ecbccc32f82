/** ICAO and NATO. */
const WORDS =
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'.split(
    ' ',
  )

const DIGITS = 'zero one two three four five six seven eight nine'.split(' ')

const SYMBOLS: Record<string, string> = {
  ' ': 'space',
  '!': 'exclamation mark',
  '"': 'quotation mark',
  '#': 'number sign',
  $: 'dollar sign',
  '%': 'percent sign',
  '&': 'ampersand',
  "'": 'apostrophe',
  '’': 'curly apostrophe',
  '(': 'left parenthesis',
  ')': 'right parenthesis',
  '*': 'asterisk',
  '+': 'plus sign',
  ',': 'comma',
  '-': 'hyphen',
  '.': 'period',
  '/': 'slash',
  ':': 'colon',
  ';': 'semicolon',
  '<': 'less-than sign',
  '=': 'equals sign',
  '>': 'greater-than sign',
  '?': 'question mark',
  '@': 'at sign',
  '[': 'left square bracket',
  '\\': 'backslash',
  ']': 'right square bracket',
  '^': 'caret',
  _: 'underscore',
  '`': 'backtick',
  '{': 'left curly brace',
  '|': 'vertical bar',
  '}': 'right curly brace',
  '~': 'tilde',
}

const ACCENTS: Record<string, string> = {
  '\u0300': 'grave accent',
  '\u0301': 'acute accent',
  '\u0302': 'circumflex',
  '\u0303': 'tilde',
  '\u0308': 'diaeresis',
  '\u030a': 'ring',
  '\u030c': 'caron',
  '\u0327': 'cedilla',
}

const LOOK_ALIKES: Record<string, string> = {
  '0': 'not the letter O',
  O: 'not zero',
  o: 'not zero',
  '1': 'not the letter l or I',
  l: 'not one or capital I',
  I: 'not one or lowercase l',
  '|': 'not a letter or one',
}

export type Spelled = {
  character: string
  /** Null for characters without a name in English. */
  name: string | null
  /** What it may be taken for. */
  caution: string | null
}

/** Every character as it is read out on the telephone, with the case of each letter. */
export const spell = (text: string): Spelled[] =>
  [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => ({
    character: segment,
    name: nameOf(segment),
    caution: lookUp(LOOK_ALIKES, segment),
  }))

function nameOf(character: string): string | null {
  if (/^[0-9]$/.test(character)) return DIGITS[Number(character)] ?? null
  const [letter = '', ...marks] = character.normalize('NFD')
  if (!/^[a-z]$/i.test(letter)) return lookUp(SYMBOLS, character)
  const accents = marks.map((mark) => lookUp(ACCENTS, mark))
  if (accents.includes(null)) return null
  const word = WORDS[letter.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0)]
  const base = letter === letter.toLowerCase() ? `lowercase ${word}` : `capital ${word}`
  return accents.length === 0 ? base : `${base} with ${accents.join(' and ')}`
}

const lookUp = (names: Record<string, string>, key: string): string | null =>
  Object.hasOwn(names, key) ? (names[key] ?? null) : null
