import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { COLUMN_NAMES } from './column-names.ts'
import { FIELDS, type Mapping, mapColumns, namesToSend, noKeywordColumn } from './columns.ts'

const named = (header: string, delimiter = ',') => {
  const names = header.split(delimiter)
  const mapping = mapColumns(names)
  return Object.fromEntries(FIELDS.map((field) => [field, names[mapping[field] ?? -1] ?? null]))
}

test.each([
  ['Keyword', 'Position', 'Search Volume', 'Traffic'],
  ['KEYWORD', 'POSITION', 'SEARCH VOLUME', 'TRAFFIC'],
  ['\uFEFFkeyword', ' Position ', 'SearchVolume', 'traffic'],
  ['Search term', 'Rank', 'search_volume', 'Clicks'],
  ['Search query', 'Best position', 'Monthly volume', 'Estimated traffic'],
])('recognizes the columns %s, %s, %s and %s', (a, b, c, d) => {
  expect(mapColumns([a, b, c, d])).toEqual({ keyword: 0, position: 1, searchVolume: 2, traffic: 3 })
})

test('uses the first name of the list if a file has several, in any order', () => {
  expect(named('Clicks,Organic traffic,Volume,Search Volume,Rank,Position,Query,Keyword')).toEqual({
    keyword: 'Keyword',
    position: 'Position',
    searchVolume: 'Search Volume',
    traffic: 'Organic traffic',
  })
})

test('ignores headers that only resemble volume or traffic', () => {
  expect(named('Keyword,Global volume,Impressions,Traffic (%),Traffic Cost,Traffic potential')).toEqual({
    keyword: 'Keyword',
    position: null,
    searchVolume: null,
    traffic: null,
  })
})

test('takes the position from the latest day of a rank tracker', () => {
  const header = 'Keyword,*.example.com/*_20260301,*.example.com/*_20260314,*.example.com/*_20260314_type'
  expect(named(header).position).toBe('*.example.com/*_20260314')
})

/** Tool; where keyword, position, volume and traffic are, or -; columns. */
const HEADERS = `
Search Console (de) | 0 4 - 1 | Häufigste Suchanfragen;Klicks;Impressionen;CTR;Position
Search Console (fr) | 0 4 - 1 | Requêtes les plus fréquentes;Clics;Impressions;CTR;Position
Search Console (es) | 0 4 - 1 | Consultas principales;Clics;Impresiones;CTR;Posición
Search Console (it) | 0 4 - 1 | Query principali;Clic;Impressioni;CTR;Posizione
Search Console (pt) | 0 4 - 1 | Principais consultas;Cliques;Impressões;CTR;Posição
Search Console (nl) | 0 4 - 1 | Populairste zoekopdrachten;Klikken;Vertoningen;CTR;Positie
Search Console (pl) | 0 4 - 1 | Najpopularniejsze zapytania;Kliknięcia;Wyświetlenia;CTR;Pozycja
Search Console (ru) | 0 4 - 1 | Популярные запросы;Клики;Показы;CTR;Позиция
Search Console (tr) | 0 4 - 1 | EN POPÜLER SORGULAR;TIKLAMALAR;GÖSTERİMLER;TO;KONUM
Search Console (ja) | 0 4 - 1 | 上位のクエリ;クリック数;表示回数;CTR;掲載順位
Search Console (ko) | 0 4 - 1 | 인기 검색어;클릭수;노출;CTR;게재순위
Search Console (zh) | 0 4 - 1 | 热门查询;点击次数;展示;点击率;排名
Search Console (zh-TW) | 0 4 - 1 | 最常見的查詢;點擊;曝光;點閱率;排名
Search Console (sv) | 0 4 - 1 | Vanligaste sökfrågor;Klick;Visningar;CTR;Position
Search Console in other words | 0 4 - 1 | Populäre Suchanfragen;Klicks;Impressionen;CTR;Position
Search Console in other words | 0 4 - 1 | 人気のクエリ;クリック数;表示回数;CTR;掲載順位
Search Console, compared | 0 7 - 1 | Top queries;Last 28 days Clicks;Previous 28 days Clicks;Last 28 days Impressions;Previous 28 days Impressions;Last 28 days CTR;Previous 28 days CTR;Last 28 days Position;Previous 28 days Position
Search Console, compared by date | 0 3 - 1 | Top queries;10/1/26 - 10/31/26 Clicks;9/1/26 - 9/30/26 Clicks;10/1/26 - 10/31/26 Position;9/1/26 - 9/30/26 Position
Search Console (de), compared | 0 - - 1 | Häufigste Suchanfragen;Letzte 3 Monate: Klicks;Vorherige 3 Monate: Klicks
Search Console (fr), compared | 0 - - 1 | Requêtes les plus fréquentes;Clics (28 derniers jours);Clics (28 jours précédents)
Search Console (zh), compared | 0 3 - 1 | 热门查询;过去 28 天点击次数;之前 28 天点击次数;过去 28 天排名
Bing (de) | 0 4 - 1 | Suchbegriff;Klicks;Impressionen;CTR;Durchschnittliche Position
Bing (fr) | 0 4 - 2 | Mot clé;Impressions;Clics;CTR;Position moyenne
Yandex | 0 3 - 2 | Query;Показы;Клики;Средняя позиция
Yandex (ru) | 0 4 - 2 | Поисковый запрос;Показы;Клики;CTR, %;Ср. позиция показа
Mangools | 0 - 3 - | Keyword;Search Volume 9/2026;Search Volume 8/2026;Avg. Search Volume (Last Known Values);Avg. Search Volume (Last 12 Months);CPC (USD)
Mangools, months alone | 0 - 1 - | Keyword;Search Volume 9/2026;Search Volume 8/2026
KWFinder | 0 - 1 - | Keyword;Search vol.;CPC;PPC;KD
SE Ranking | 0 1 2 3 | Keyword;Position;Search vol.;Traffic forecast;CPC;KEI
Serpstat | 0 1 3 2 | Keyword;Position;Traffic;Keyword volume;CPC
Ubersuggest | 1 3 2 4 | No;Keyword;Volume;Position;Est. Visits;SEO Difficulty
Keyword Planner (de) | 0 - 2 - | Keyword;Currency;Durchschn. Suchanfragen pro Monat
Semrush (es) | 0 1 3 4 | Palabra clave;Posición;Posición anterior;Volumen de búsqueda;Tráfico;Tráfico (%)
Semrush (ja) | 0 1 2 3 | キーワード;順位;検索ボリューム;トラフィック
Ahrefs (de) | 0 3 1 2 | Keyword;Volumen;Aktueller organischer Traffic;Aktuelle Position
Ahrefs (ru) | 0 3 1 2 | Ключевое слово;Объем;Органический трафик;Текущая позиция
Moz | 0 2 1 - | Keyword;Monthly Volume;Rank;Difficulty
AIOSEO | 0 4 - 1 | Keyword;Clicks;CTR;Impressions;Position
Analytics | 0 - - 1 | Organic Google Search query;Organic Google Search clicks
a country in parentheses | 0 2 1 - | Keyword;Search volume (US);Position [desktop];Volume (Global)
`

const placeOf = (text = '') => (text === '-' ? null : Number(text))

test.each(
  HEADERS.trim()
    .split('\n')
    .map((line) => line.split(' | ')),
)('recognizes the columns of %s: %s', (_, places = '', header = '') => {
  const [keyword = null, position = null, searchVolume = null, traffic = null] = places
    .split(' ')
    .map(placeOf)
  const expected = { keyword, position, searchVolume, traffic }
  expect(mapColumns(header.split(';'))).toEqual(expected)
  expect(mapColumns(header.normalize('NFD').split(';'))).toEqual(expected)
})

test('no name stands for two fields', () => {
  const fields = new Map<string, Set<string>>()
  for (const [, , ...columns] of COLUMN_NAMES) {
    for (const [field, names] of columns.entries()) {
      for (const name of names.split('|').filter(Boolean)) {
        const key = name.toLowerCase()
        fields.set(key, (fields.get(key) ?? new Set()).add(FIELDS[field] ?? ''))
      }
    }
  }
  expect([...fields].filter(([, { size }]) => size > 1)).toEqual([])
})

test('a column of counts is no keyword column, and a title no header', () => {
  expect(mapColumns(['Häufigste Seiten', 'Klicks', 'Position']).keyword).toBeNull()
  expect(mapColumns(['Bericht über Suchanfragen']).keyword).toBeNull()
  expect(mapColumns(['Keyword', 'Anzahl Suchanfragen', 'Klicks']).keyword).toBe(0)
})

test.each([
  [['Kyword', 'Pos'], 'Keyword, Keywords, Top queries'],
  [['Häufige Suchanfrage'], 'Häufigste Suchanfragen, Suchanfrage, Suchanfragen'],
  [['Consultas pricipales'], 'Consultas principales, Principais consultas, Consultas'],
  [['Запроссы'], 'Запросы, Запрос, Поисковые запросы'],
  [['上位クエリ'], '上位のクエリ, クエリ, 検索クエリ'],
  [['x', ''], 'Keyword, Top queries, Query'],
  [[], 'Keyword, Top queries, Query'],
])('names the known columns nearest to %j', (names, nearest) => {
  expect(noKeywordColumn(names)).toBe(`No keyword column found. Expected one of: ${nearest}.`)
})

test('the server maps the sent names as the user did', () => {
  const name = fc.oneof(
    fc.constantFrom(
      'Keyword',
      'Volume',
      'Query',
      'Clicks',
      'Position',
      'Rank',
      'Populäre Suchanfragen',
      'Last 28 days Clicks',
      'Position (US)',
      '',
      '__proto__',
      'a.com_20260101',
    ),
    fc.string(),
  )
  const column = fc.option(fc.nat({ max: 5 }))
  const mappings = fc.record<Mapping>({
    keyword: column,
    position: column,
    searchVolume: column,
    traffic: column,
  })
  fc.assert(
    fc.property(fc.array(name, { minLength: 6, maxLength: 6 }), mappings, (names, mapping) => {
      const sent = namesToSend(names, mapping)
      const received = [...sent.values()]
      const understood = mapColumns(received)
      expect(new Set(received).size).toBe(received.length)
      for (const field of FIELDS) {
        expect(received[understood[field] ?? -1]).toBe(sent.get(field))
      }
    }),
  )
})
