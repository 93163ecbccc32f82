import { calendarNames } from '#domain/passwords/estimate/calendar-names.ts'
import type { Match } from '#domain/passwords/estimate/match.ts'
import { type Character, foldedOf } from '#domain/passwords/estimate/text.ts'

/** Words that people know by heart in this order: numbers in thirty languages, alphabets, notes, planets, colors. */
const LISTS = `
one two three four five six seven eight nine ten eleven twelve
first second third fourth fifth sixth seventh eighth ninth tenth
ten twenty thirty forty fifty sixty seventy eighty ninety hundred
uno dos tres cuatro cinco seis siete ocho nueve diez once doce
un deux trois quatre cinq six sept huit neuf dix onze douze
eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf
uno due tre quattro cinque sei sette otto nove dieci
um dois três quatro cinco seis sete oito nove dez
een twee drie vier vijf zes zeven acht negen tien
en to tre fire fem seks syv otte ni ti
en to tre fire fem seks sju åtte ni ti
ett två tre fyra fem sex sju åtta nio tio
yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen
jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć
jedna dva tři čtyři pět šest sedm osm devět deset
jeden dva tri štyri päť šesť sedem osem deväť desať
jedan dva tri četiri pet šest sedam osam devet deset
egy kettő három négy öt hat hét nyolc kilenc tíz
unu doi trei patru cinci șase șapte opt nouă zece
bir iki üç dört beş altı yedi sekiz dokuz on
один два три четыре пять шесть семь восемь девять десять
один два три чотири п'ять шість сім вісім дев'ять десять
едно две три четири пет шест седем осем девет десет
ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννέα δέκα
אחת שתיים שלוש ארבע חמש שש שבע שמונה תשע עשר
واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة
یک دو سه چهار پنج شش هفت هشت نه ده
एक दो तीन चार पाँच छह सात आठ नौ दस
satu dua tiga empat lima enam tujuh delapan sembilan sepuluh
một hai ba bốn năm sáu bảy tám chín mười
หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ
一 二 三 四 五 六 七 八 九 十
いち に さん し ご ろく なな はち きゅう じゅう
ichi ni san shi go roku nana hachi kyuu juu
하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열
일 이 삼 사 오 육 칠 팔 구 십
hana dul set net daseot yeoseot ilgop yeodeol ahop yeol
yi er san si wu liu qi ba jiu shi
alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu
alfa bravo charlie delta echo foxtrot golf hotel india juliet
alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega
do re mi fa so la ti do
do re mi fa sol la si do
red orange yellow green blue indigo violet
mercury venus earth mars jupiter saturn uranus neptune pluto
spring summer autumn winter
north east south west
`

const WORDS_MIN = 3
const LIST_BITS = 4
const DIRECTION_BITS = 1
const SEPARATOR_BITS = 2
const CAPITALS_BITS = 1

type Place = { list: number; at: number }
/** By word; the starts of words have none. */
let places: Map<string, Place[]> | null = null

function readLists(): Map<string, Place[]> {
  const { months, weekdays } = calendarNames()
  const lists = [
    ...LISTS.trim()
      .split('\n')
      .map((line) => line.split(' ')),
    ...months,
    ...weekdays,
  ]
  const found = new Map<string, Place[]>()
  for (const [list, words] of lists.entries())
    for (const [at, word] of words.entries()) {
      const folded = foldedOf(word)
      for (let end = 1; end < folded.length; end++)
        found.set(folded.slice(0, end), found.get(folded.slice(0, end)) ?? [])
      found.set(folded, [...(found.get(folded) ?? []), { list, at }])
    }
  return found
}

/** At least three words in order, up or down, with the same separator or none. */
export function findOrderedWords(characters: readonly Character[]): Match[] {
  places ??= readLists()
  const text = characters.map(({ folded }) => folded).join('')
  const found: Match[] = []
  for (let start = 0; start < text.length; start++) {
    for (const first of wordsAt(text, start, places)) {
      for (const step of [1, -1]) {
        const { end, count, separator } = follow(text, first, step, places)
        if (count < WORDS_MIN) continue
        const bits =
          LIST_BITS +
          2 * Math.log2(count) +
          first.place.at / 2 +
          (step < 0 ? DIRECTION_BITS : 0) +
          (separator === '' ? 0 : SEPARATOR_BITS) +
          (characters.slice(start, end).some(({ isUpper }) => isUpper) ? CAPITALS_BITS : 0)
        found.push({ start, end, bits, finding: { kind: 'sequence', step } })
      }
    }
  }
  return found
}

type Found = { end: number; place: Place }

function wordsAt(text: string, start: number, places: ReadonlyMap<string, Place[]>): Found[] {
  const found: Found[] = []
  for (let end = start + 1; end <= text.length; end++) {
    const known = places.get(text.slice(start, end))
    if (!known) break
    for (const place of known) found.push({ end, place })
  }
  return found
}

function follow(text: string, first: Found, step: number, places: ReadonlyMap<string, Place[]>) {
  const separator = /^[^\p{L}\d]{0,2}/u.exec(text.slice(first.end, first.end + 2))?.[0] ?? ''
  let last = first
  let count = 1
  for (;;) {
    const { end, place } = last
    const isSeparated = text.startsWith(separator, end)
    const words = isSeparated ? wordsAt(text, end + separator.length, places) : []
    const next = words.find(({ place: { list, at } }) => list === place.list && at === place.at + step)
    if (!next) return { end, count, separator }
    last = next
    count++
  }
}
