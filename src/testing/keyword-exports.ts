import type { KeywordRow } from '#domain/keywords.ts'

type Export = { tool: string; bytes: Uint8Array<ArrayBuffer>; rows: KeywordRow[]; skipped?: number }

const row = (
  keyword: string,
  position: number | null,
  searchVolume: number | null,
  traffic: number | null,
): KeywordRow => ({ keyword, position, searchVolume, traffic })

const utf8 = (...lines: string[]) => new TextEncoder().encode(`${lines.join('\n')}\n`)
const utf8WithByteOrderMark = (...lines: string[]) =>
  new TextEncoder().encode(`\uFEFF${lines.join('\r\n')}\r\n`)
const utf16 = (...lines: string[]) => new Uint8Array(Buffer.from(`\uFEFF${lines.join('\n')}\n`, 'utf16le'))
const tabSeparated = (line: string) => line.replaceAll('|', '\t')

/** Small exports in each tool's format, with the rows they contain. */
export const VENDOR_EXPORTS: Export[] = [
  {
    tool: 'SEMrush Organic Positions',
    bytes: utf8(
      'Keyword,Position,Previous position,Search Volume,Keyword Difficulty,CPC,URL,Traffic,Traffic (%),Traffic Cost,Competition,Number of Results,Trends,Timestamp,SERP Features by Keyword,Keyword Intents,Position Type',
      'password generator,3,4,90500,72,1.20,https://example.com/,12345,10.50,15000,0.12,118000000,"0.81,0.81,1.00,0.81",2026-03-14,"Sitelinks, People also ask","informational, transactional",Organic',
      'password generator,8,8,90500,72,1.20,https://example.com/tool,900,0.80,1100,0.12,118000000,"0.81,0.81,1.00,0.81",2026-03-14,Sitelinks,informational,Organic',
      '"strong password, free",12,0,0,31,0.00,https://example.com/strong,0,0.00,0,0.02,9100,"0,0,0,0",2026-03-14,,informational,Organic',
    ),
    rows: [
      row('password generator', 3, 90500, 12345),
      row('password generator', 8, 90500, 900),
      row('strong password, free', 12, 0, 0),
    ],
  },
  {
    tool: 'SEMrush Organic Positions, 2022',
    bytes: utf8(
      'Keyword,Position,Previous position,Search Volume,Keyword Difficulty,CPC,URL,Traffic,Traffic (%),Traffic Cost,Competition,Number of Results,Trends,Timestamp,SERP Features by Keyword,Keyword Intents',
      'vault,1,1,5400,50,2.10,https://example.com/vault,1700,3.1,3500,0.4,1000,"1.00,0.66",2022-05-01,,commercial',
    ),
    rows: [row('vault', 1, 5400, 1700)],
  },
  {
    tool: 'SEMrush Organic Positions, short',
    bytes: utf8WithByteOrderMark(
      'Keyword,Position,Search Volume,Traffic,URL,Keyword Difficulty,CPC,Keyword Intents,SERP Features by Keyword',
      'pass phrase,7,1300,40,https://example.com/,20,0.5,informational,"Images, Videos"',
    ),
    rows: [row('pass phrase', 7, 1300, 40)],
  },
  {
    tool: 'SEMrush Keyword Magic',
    bytes: utf8(
      'Keyword,Intent,Volume,Trend,Keyword Difficulty,CPC (USD),Competitive Density,SERP Features,Number of Results',
      'random password,"Informational, Transactional",27100,"0.8,0.8,1",66,1.02,0.08,"Featured snippet, Sitelinks",244000000',
    ),
    rows: [row('random password', null, 27100, null)],
  },
  {
    tool: 'SEMrush API',
    bytes: utf8(
      'database;Keyword;Search Volume;Keyword Difficulty Index;Intent',
      'us;password manager;135000;88;1',
      'de;passwort, sicher;2400;40;0',
    ),
    rows: [row('password manager', null, 135000, null), row('passwort, sicher', null, 2400, null)],
  },
  {
    tool: 'SEMrush Keyword Strategy Builder',
    bytes: utf8(
      'Database,Keyword,Seed keyword,Page,Topic,Page type,Tags,Volume,Keyword Difficulty,CPC (USD),Intent',
      'us,safe password,password,"Safe passwords',
      'and how to make them","passwords ""101""",Pillar page,"a',
      'b",1000,30,0.2,I',
      'us,good password,password,Safe passwords,passwords,Subpage,,720,25,0.1,I',
    ),
    rows: [row('safe password', null, 1000, null), row('good password', null, 720, null)],
  },
  {
    tool: 'SEMrush Position Tracking',
    bytes: utf8(
      '----------------------------------------',
      'Report: Rankings Overview',
      'Domain: *.example.com/*',
      'Period: 20260301 - 20260314',
      '----------------------------------------',
      '',
      'Keyword,Tags,*.example.com/*_20260301,*.example.com/*_20260314,Search Volume,CPC',
      'password generator,brand,5,3,90500,1.20',
      'random words,,-,-,1900,0.30',
    ),
    rows: [row('password generator', 3, 90500, null), row('random words', null, 1900, null)],
  },
  {
    tool: 'Ahrefs Organic keywords',
    bytes: utf16(
      tabSeparated(
        'Keyword|Volume|KD|CPC|Previous organic traffic|Current organic traffic|Organic traffic change|Previous position|Current position|Position change|SERP features|Previous date|Current date|Current URL|Previous URL|Branded|Local|Informational',
      ),
      tabSeparated(
        'génération de mot de passe|1300|12|0.4|10|25|15|9|6|3|Sitelinks|2026-02-14|2026-03-14|https://example.com/|https://example.com/|false|false|true',
      ),
      tabSeparated(
        '"the ""best"" generator"|70|0|||3|3||18||||2026-03-14|https://example.com/best||false|false|true',
      ),
    ),
    rows: [row('génération de mot de passe', 6, 1300, 25), row('the "best" generator', 18, 70, 3)],
  },
  {
    tool: 'Ahrefs Organic keywords, with entities',
    bytes: utf8(
      'Keyword,Country,Location,Entities,SERP features,Volume,KD,CPC,Organic traffic,Current position,Current URL',
      '"password","us","United States","","Sitelinks, Top stories","201000","90","1.5","88","41","https://example.com/"',
    ),
    rows: [row('password', 41, 201000, 88)],
  },
  {
    tool: 'Ahrefs, old',
    bytes: utf16(
      tabSeparated(
        '#|Keyword|Position|Position History|Position History Date|Volume|URL|Difficulty|Traffic (desc)|CPC|Last Update|Page URL inside|SERP Features',
      ),
      tabSeparated(
        '1|strong password|2|3|2019-01-01|9900|https://example.com/|40|1520|1.1|2019-02-01||Sitelinks',
      ),
    ),
    rows: [row('strong password', 2, 9900, 1520)],
  },
  {
    tool: 'Ahrefs Keywords Explorer',
    bytes: utf16(
      tabSeparated(
        '#|Keyword|Country|Difficulty|Volume|CPC|CPS|Parent Keyword|Last Update|SERP Features|Global volume|Traffic potential|Global traffic potential|First seen|Intents',
      ),
      tabSeparated(
        '1|wifi password|us|15|8100|0.9|1.2|wifi|2026-03-01 10:00:00||21000|4300|9900|2015-09-01|Informational',
      ),
    ),
    rows: [row('wifi password', null, 8100, null)],
  },
  {
    tool: 'Google Search Console',
    bytes: utf8(
      'Top queries,Clicks,Impressions,CTR,Position',
      'passwright,812,1780,45.61%,1.3',
      'password generator offline,40,5210,0.77%,12.46',
    ),
    rows: [row('passwright', 1.3, null, 812), row('password generator offline', 12.46, null, 40)],
  },
  {
    tool: 'Google Keyword Planner',
    bytes: utf16(
      'Keyword Stats 2026-03-14 at 10_00_00',
      '"February 1, 2025 - January 31, 2026"',
      tabSeparated(
        'Keyword|Currency|Avg. monthly searches|Three month change|YoY change|Competition|Competition (indexed value)|Top of page bid (low range)|Top of page bid (high range)|Ad impression share|Organic impression share|Organic average position|In account?|In plan?|Searches: May 2025|Searches: Jun 2025',
      ),
      tabSeparated('password vault|USD|5000|0%|-90%|Low|12|0.50|2.10|--|--|8.5|N||5000|5000'),
      tabSeparated('password wallet|USD|"1K - 10K"|0%|0%|Low|5|||--|--||N||500|500'),
    ),
    rows: [row('password vault', 8.5, 5000, null), row('password wallet', null, 10_000, null)],
  },
  {
    tool: 'Moz Keyword Explorer',
    bytes: utf8(
      '# ----',
      '# Moz Keyword Explorer',
      '# Exported 2018-03-14',
      '# ----',
      'Keyword,Locale,Min Volume,Max Volume,Difficulty,Organic CTR,Importance,Priority,Date Analyzed',
      'password tips,en-US,201,500,41,92,3,60,2018-03-14',
    ),
    rows: [row('password tips', null, 500, null)],
  },
  {
    tool: 'Moz Keyword Explorer, with ranges',
    bytes: utf8(
      'Keyword,Locale,Volume Range,Difficulty,Organic CTR,Importance,Priority,Date Analyzed',
      'password,en-US,118001..300000,90,60,3,70,2016-09-01',
    ),
    rows: [row('password', null, 300_000, null)],
  },
  {
    tool: 'Bing Webmaster Tools',
    bytes: utf8WithByteOrderMark(
      'Query,Clicks,Impressions,CTR,Average position',
      '"secure password","1,300","20,100","6.47%","2.1"',
    ),
    rows: [row('secure password', 2.1, null, 1300)],
  },
  {
    tool: 'a spreadsheet on Windows',
    bytes: new Uint8Array(
      Buffer.from(
        'Keyword;Position;Search Volume;Traffic\r\nsicheres Paßwort für Büro;3,5;1.300;2,1K\r\n',
        'latin1',
      ),
    ),
    rows: [row('sicheres Paßwort für Büro', 3.5, 1300, 2100)],
  },
  {
    tool: 'Excel in German, with a line for its separator',
    bytes: utf8WithByteOrderMark(
      'sep=;',
      'Häufigste Suchanfragen;Klicks;Impressionen;CTR;Position',
      'hecke schneiden;1.200;40.000;3,0 %;7,4',
    ),
    rows: [row('hecke schneiden', 7.4, null, 1200)],
  },
  {
    tool: 'Keyword Planner in Spanish',
    bytes: utf16(
      'Estadísticas de palabras clave 2026-09-01',
      '1 de septiembre de 2025 - 31 de agosto de 2026',
      tabSeparated('Palabra clave|Moneda|Promedio de búsquedas mensuales|Competencia'),
      tabSeparated('podar setos|EUR|1 mil – 10 mil|Baja'),
    ),
    rows: [row('podar setos', null, 10_000, null)],
  },
  {
    tool: 'a script',
    bytes: utf8('keyword,position,searchVolume,traffic', 'a,1,>100,1.5M', 'b,-,n/a,', 'c,2', ',3,4,5'),
    rows: [row('a', 1, 100, 1_500_000), row('b', null, null, null)],
    skipped: 2,
  },
]
