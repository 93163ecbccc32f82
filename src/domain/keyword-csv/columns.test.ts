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

test.each<
  [
    tool: string,
    header: string,
    keyword: number,
    position: number | null,
    volume: number | null,
    traffic: number | null,
  ]
>([
  ['Search Console (de)', 'Häufigste Suchanfragen;Klicks;Impressionen;CTR;Position', 0, 4, null, 1],
  ['Search Console (fr)', 'Requêtes les plus fréquentes;Clics;Impressions;CTR;Position', 0, 4, null, 1],
  ['Search Console (es)', 'Consultas principales;Clics;Impresiones;CTR;Posición', 0, 4, null, 1],
  ['Search Console (it)', 'Query principali;Clic;Impressioni;CTR;Posizione', 0, 4, null, 1],
  ['Search Console (pt)', 'Principais consultas;Cliques;Impressões;CTR;Posição', 0, 4, null, 1],
  ['Search Console (nl)', 'Populairste zoekopdrachten;Klikken;Vertoningen;CTR;Positie', 0, 4, null, 1],
  ['Search Console (pl)', 'Najpopularniejsze zapytania;Kliknięcia;Wyświetlenia;CTR;Pozycja', 0, 4, null, 1],
  ['Search Console (ru)', 'Популярные запросы;Клики;Показы;CTR;Позиция', 0, 4, null, 1],
  ['Search Console (tr)', 'EN POPÜLER SORGULAR;TIKLAMALAR;GÖSTERİMLER;TO;KONUM', 0, 4, null, 1],
  ['Search Console (ja)', '上位のクエリ;クリック数;表示回数;CTR;掲載順位', 0, 4, null, 1],
  ['Search Console (ko)', '인기 검색어;클릭수;노출;CTR;게재순위', 0, 4, null, 1],
  ['Search Console (zh)', '热门查询;点击次数;展示;点击率;排名', 0, 4, null, 1],
  ['Search Console (zh-TW)', '最常見的查詢;點擊;曝光;點閱率;排名', 0, 4, null, 1],
  ['Search Console (sv)', 'Vanligaste sökfrågor;Klick;Visningar;CTR;Position', 0, 4, null, 1],
  ['Search Console in other words', 'Populäre Suchanfragen;Klicks;Impressionen;CTR;Position', 0, 4, null, 1],
  ['Search Console in other words', '人気のクエリ;クリック数;表示回数;CTR;掲載順位', 0, 4, null, 1],
  [
    'Search Console, decomposed',
    'Requêtes les plus fréquentes;Clics;Position'.normalize('NFD'),
    0,
    2,
    null,
    1,
  ],
  [
    'Search Console, compared',
    'Top queries;Last 28 days Clicks;Previous 28 days Clicks;Last 28 days Impressions;Previous 28 days Impressions;Last 28 days CTR;Previous 28 days CTR;Last 28 days Position;Previous 28 days Position',
    0,
    7,
    null,
    1,
  ],
  [
    'Search Console, compared by date',
    'Top queries;10/1/26 - 10/31/26 Clicks;9/1/26 - 9/30/26 Clicks;10/1/26 - 10/31/26 Position;9/1/26 - 9/30/26 Position',
    0,
    3,
    null,
    1,
  ],
  [
    'Search Console (de), compared',
    'Häufigste Suchanfragen;Letzte 3 Monate: Klicks;Vorherige 3 Monate: Klicks',
    0,
    null,
    null,
    1,
  ],
  [
    'Search Console (fr), compared',
    'Requêtes les plus fréquentes;Clics (28 derniers jours);Clics (28 jours précédents)',
    0,
    null,
    null,
    1,
  ],
  [
    'Search Console (zh), compared',
    '热门查询;过去 28 天点击次数;之前 28 天点击次数;过去 28 天排名',
    0,
    3,
    null,
    1,
  ],
  ['Bing (de)', 'Suchbegriff;Klicks;Impressionen;CTR;Durchschnittliche Position', 0, 4, null, 1],
  ['Bing (fr)', 'Mot clé;Impressions;Clics;CTR;Position moyenne', 0, 4, null, 2],
  ['Yandex', 'Query;Показы;Клики;Средняя позиция', 0, 3, null, 2],
  ['Yandex (ru)', 'Поисковый запрос;Показы;Клики;CTR, %;Ср. позиция показа', 0, 4, null, 2],
  [
    'Mangools',
    'Keyword;Search Volume 9/2026;Search Volume 8/2026;Avg. Search Volume (Last Known Values);Avg. Search Volume (Last 12 Months);CPC (USD)',
    0,
    null,
    3,
    null,
  ],
  ['Mangools, months alone', 'Keyword;Search Volume 9/2026;Search Volume 8/2026', 0, null, 1, null],
  ['KWFinder', 'Keyword;Search vol.;CPC;PPC;KD', 0, null, 1, null],
  ['SE Ranking', 'Keyword;Position;Search vol.;Traffic forecast;CPC;KEI', 0, 1, 2, 3],
  ['Serpstat', 'Keyword;Position;Traffic;Keyword volume;CPC', 0, 1, 3, 2],
  ['Ubersuggest', 'No;Keyword;Volume;Position;Est. Visits;SEO Difficulty', 1, 3, 2, 4],
  ['Keyword Planner (de)', 'Keyword;Currency;Durchschn. Suchanfragen pro Monat', 0, null, 2, null],
  [
    'Semrush (es)',
    'Palabra clave;Posición;Posición anterior;Volumen de búsqueda;Tráfico;Tráfico (%)',
    0,
    1,
    3,
    4,
  ],
  ['Semrush (ja)', 'キーワード;順位;検索ボリューム;トラフィック', 0, 1, 2, 3],
  ['Ahrefs (de)', 'Keyword;Volumen;Aktueller organischer Traffic;Aktuelle Position', 0, 3, 1, 2],
  ['Ahrefs (ru)', 'Ключевое слово;Объем;Органический трафик;Текущая позиция', 0, 3, 1, 2],
  ['Moz', 'Keyword;Monthly Volume;Rank;Difficulty', 0, 2, 1, null],
  ['AIOSEO', 'Keyword;Clicks;CTR;Impressions;Position', 0, 4, null, 1],
  ['Analytics', 'Organic Google Search query;Organic Google Search clicks', 0, null, null, 1],
  [
    'a country in parentheses',
    'Keyword;Search volume (US);Position [desktop];Volume (Global)',
    0,
    2,
    1,
    null,
  ],
])('recognizes the columns of %s: %s', (_, header, keyword, position, searchVolume, traffic) => {
  expect(mapColumns(header.split(';'))).toEqual({ keyword, position, searchVolume, traffic })
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
