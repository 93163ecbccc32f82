/** Rows of keys, in the place of the same keys on each layout; with the bits by which a layout is rarer than QWERTY. */
export type Layout = { bits: number; rows: { offset: number; plain: string; shifted: string }[] }

const QWERTY = ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'] as const
const QWERTY_SHIFTED = ['~!@#$%^&*()_+', 'QWERTYUIOP{}|', 'ASDFGHJKL:"', 'ZXCVBNM<>?']
const RUSSIAN = ['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', 'ячсмитьбю.'] as const

const OTHERS = [
  ['^1234567890ß´', 'qwertzuiopü+', 'asdfghjklöä#', 'yxcvbnm,.-'],
  ['²&é"\'(-è_çà)=', 'azertyuiop^$', 'qsdfghjklmù*', 'wxcvbn,;:!'],
  ['`1234567890[]', "',.pyfgcrl/=\\", 'aoeuidhtns-', ';qjkxbmwvz'],
  ["º1234567890'¡", 'qwertyuiop`+', 'asdfghjklñ´ç', 'zxcvbnm,.-'],
  ['"1234567890*-', 'qwertyuıopğü', 'asdfghjklşi,', 'zxcvbnmöç.'],
  RUSSIAN,
  ['ё1234567890-=', 'йцукенгшщзхї', 'фівапролджє', 'ячсмитьбю.'],
  ['`1234567890-=', ';ςερτυθιοπ[]', 'ασδφγηξκλ΄', 'ζχψωβνμ,.'],
  [';1234567890-=', "/'קראטוןםפ", 'שדגכעיחלךף', 'זסבהנמצתץ'],
  ['ذ1234567890-=', 'ضصثقفغعهخحجد', 'شسيبلاتنمكط', 'ئءؤرﻻىةوزظ'],
  ['`1234567890-=', 'ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ', 'ㅁㄴㅇㄹㅎㅗㅓㅏㅣ', 'ㅋㅌㅊㅍㅠㅜㅡ'],
  ['_ๅ/-ภถุึคตจขช', 'ๆไำพะัีรนยบล', 'ฟหกดเ้่าสวง', 'ผปแอิืทมใฝ'],
]
const OTHER_BITS = 3

/** In half keys. */
const OFFSETS = [0, 3, 4, 5]

/** Keyboards, number pad and telephone. */
export const LAYOUTS: Layout[] = [
  layoutOf(QWERTY, QWERTY_SHIFTED, 0),
  ...OTHERS.map((rows) =>
    layoutOf(
      rows,
      rows.map((row) => row.toUpperCase()),
      OTHER_BITS,
    ),
  ),
  { bits: 0, rows: padOf(['789', '456', '123', '0']) },
  { bits: 0, rows: padOf(['123', '456', '789', ' 0']) },
]

function layoutOf(rows: readonly string[], shifted: readonly string[], bits: number): Layout {
  const keys = rows.map((plain, row) => ({ offset: OFFSETS[row] ?? 0, plain, shifted: shifted[row] ?? '' }))
  return { bits, rows: keys }
}

function padOf(rows: readonly string[]): Layout['rows'] {
  return rows.map((plain) => ({ offset: 0, plain, shifted: '' }))
}

/** Words typed on the other layout: 'пароль' becomes 'gfhjkm' and 'love' 'дщму'. */
const pairs = RUSSIAN.flatMap((row, at) =>
  [...row].map((key, place) => [key, QWERTY[at]?.[place] ?? key] as const),
)
export const LATIN_BY_RUSSIAN: ReadonlyMap<string, string> = new Map(pairs.filter(([key]) => key > '\x7f'))
export const RUSSIAN_BY_LATIN: ReadonlyMap<string, string> = new Map(
  pairs.map(([key, latin]) => [latin, key]),
)
