import { TokenizerMode } from 'parse5'
import type { PageHeading } from '#src/analyses/page-reading.ts'
import type { Place } from '#src/analyses/relevance/document.ts'

const list = (names: string) => new Set(names.split(/\s+/))

export const HEADINGS = new Map<string, { level: PageHeading['level']; place: Place }>([
  ['h1', { level: 1, place: 'h1' }],
  ['h2', { level: 2, place: 'h2' }],
  ['h3', { level: 3, place: 'h3' }],
  ['h4', { level: 4, place: 'body' }],
  ['h5', { level: 5, place: 'body' }],
  ['h6', { level: 6, place: 'body' }],
])

export const INLINE_ELEMENTS = list(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark nobr picture q ruby s samp small source
  span strike strong sub sup time tt u var wbr`,
)

export const VOID_ELEMENTS = list(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)

export const SKIPPED_ELEMENTS = list(
  `audio canvas datalist iframe math noembed noframes noscript object rp rt script style svg template textarea title
  video xmp`,
)

export const RAW_TEXT_ELEMENTS = new Map([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
])

/** The open elements that each of these closes implicitly. */
export const IMPLIED_END_TAGS = new Map([
  ['li', list('li')],
  ['dt', list('dt dd')],
  ['dd', list('dt dd')],
  ['option', list('option')],
  ['tr', list('tr td th')],
  ['td', list('td th')],
  ['th', list('td th')],
])

/** A closing tag inside one of these closes nothing outside it: </div> in a cell leaves the table open. */
export const SCOPE_BOUNDARIES = list('html table td th caption template object')
