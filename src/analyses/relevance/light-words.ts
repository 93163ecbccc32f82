const list = (words: string) => words.trim().split(/\s+/)

const withPlurals = (words: string[]) =>
  words.flatMap((word) => [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')])

/** They never start or form a keyword: 'a new search engine' is about search engines. */
export const LIGHT_MODIFIERS = new Set(
  list(`
  able actual available bad basic best better certain clear common complete conventional current different due each
  easy effective eight either enough entire equal essential every existing few fewer final first five
  following former four full fundamental further future general given good great half important individual
  initial interesting large larger largest last later latest least less likely limited little long lower
  main major many minor more most much multiple necessary new newer next nice nine novel numerous obvious old one only
  other overall own particular past possible potential practical present presented previous primary promising proper
  proposed quick ready recent related relevant respective same second several significant similar
  simple single six small smaller so-called some special specific subsequent substantial such suitable ten third three
  total traditional true two typical upcoming useful usual valid various very vital well well-known whole wide wrong`),
)

/** Exceptions, where a light word forms a term with one of these nouns: 'last minute holidays', 'case study'. */
export const FIXED_TERMS = new Map(
  Object.entries({
    basic: 'income',
    best: 'practice practices seller sellers',
    case: 'law study studies',
    common: 'cold law',
    due: 'diligence',
    end: 'user users',
    equal: 'pay',
    first: 'aid class floor lady name',
    four: 'poster',
    full: 'body moon stack text time',
    general: 'anesthesia election practitioner relativity',
    good: 'friday',
    great: 'britain dane',
    initial: 'value',
    large: 'scale',
    last: 'minute',
    limited: 'edition',
    little: 'league',
    long: 'covid distance haul sleeve term weekend',
    lower: 'bound bounds',
    multiple: 'sclerosis',
    new: 'age brunswick caledonia delhi england guinea hampshire haven jersey mexico orleans testament wave year years york zealand',
    next: 'day',
    old: 'english testament town',
    past: 'life',
    primary: 'care color colour education key school',
    same: 'day sex',
    second: 'hand home language life',
    single: 'father malt mother origin parent room',
    six: 'nations pack',
    small: 'business businesses claims talk world',
    special: 'education effects forces needs relativity',
    ten: 'commandments',
    third: 'party world',
    time: 'series zone zones',
    total: 'war',
    two: 'factor player',
    whole: 'food foods grain milk wheat',
    wide: 'angle screen',
  }).map(([word, nouns]): [string, Set<string>] => [word, new Set(list(nouns))]),
)

/** They are never keywords alone. Phrases that end with one rank lower. */
export const LIGHT_NOUNS = new Set(
  withPlurals(
    list(`
  ability absence abstract acknowledgement advantage aim amount answer appendix approach area article aspect attempt
  author basis benefit book case category chapter choice class click comparison concept conclusion condition consequence
  content context copyright day department detail difference difficulty disadvantage discussion edition effort end
  equation et etc evaluation example experiment extent fact fig figure form goal group hour idea impact importance
  improvement instance introduction investigation issue item kind lack letter level list literature lot making manner matter
  method methodology minute moment month need number objective one order page paper part people percent period person
  place point possibility presence problem proceeding publication purpose question range reader reason reference
  requirement research researcher result review role section sense series set side situation solution sort stage step
  study subject success table task technique term thing time today tomorrow topic type university usage use user variety
  version view volume way week work year yesterday monday tuesday wednesday thursday friday saturday sunday january
  february march april june july august september october november december`),
  ),
)

export const AMPERSAND = '&'

export const CONNECTORS: Record<string, string[]> = {
  deu: ['am', 'für', 'im', 'in', 'nach'],
  eng: ['of'],
  fra: ['de', 'du', 'des', 'd', 'à'],
  spa: ['de', 'del'],
  cat: ['de', 'del', 'd'],
  glg: ['de', 'do', 'da'],
  por: ['de', 'do', 'da', 'dos', 'das'],
  ita: ['di', 'del', 'dello', 'della', 'dell', 'dei', 'degli', 'delle', 'd'],
  nld: ['van'],
  ron: ['de'],
}
