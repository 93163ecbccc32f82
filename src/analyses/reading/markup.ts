/** What a browser does not read as markup ends at its own closing tag alone, or with the page. */
const RAW_ELEMENTS = ['script', 'style', 'noscript', 'iframe', 'textarea', 'noembed', 'noframes', 'xmp']
const RAW_START = new RegExp(`<[!?]|<(${RAW_ELEMENTS.join('|')})(?=[\\s/>])`, 'gi')
const RAW_ENDS = new Map(RAW_ELEMENTS.map((name) => [name, new RegExp(`</${name}(?=[\\s/>])[^>]*>?`, 'gi')]))
const COMMENT_END = /--!?>/g
const UPPER_CASE_NAME = /<\/?[a-z]*[A-Z][^\s/>]*/g
const IS_JSON_LD = /type\s*=\s*["']?\s*application\/ld\+json/i

/** Every element costs memory, and five megabytes have room for a million and more: no page is read behind these. */
const MOST_TAGS = 450_000
const MOST_JSON_LD = 50
const LONGEST_JSON_LD = 500_000

/** `jsonLd` are the texts of the page's structured data. */
export type Markup = { html: string; jsonLd: string[] }

/**
 * A page without comments, scripts, styles and other raw text, its tags in lower case, in time that grows with its length
 * alone. The parser would look for the end of a raw element from each one anew, and would take the rest of a page for a
 * script whose closing tag is written otherwise than its opening one.
 */
export function cleanMarkup(page: string): Markup {
  const kept: string[] = []
  const jsonLd: string[] = []
  let from = 0
  for (let match = execAt(RAW_START, page, 0); match !== null; match = execAt(RAW_START, page, from)) {
    const { index: start } = match
    kept.push(page.slice(from, start))
    const end = RAW_ENDS.get(match[1]?.toLowerCase() ?? '')
    if (end === undefined) from = endOfComment(page, start)
    else {
      const close = execAt(end, page, start)
      from = close === null ? page.length : close.index + close[0].length
      const text = jsonLdIn(page, start, close?.index ?? page.length)
      if (text !== null && jsonLd.length < MOST_JSON_LD) jsonLd.push(text)
    }
  }
  kept.push(page.slice(from))
  const html = kept.join('').replace(UPPER_CASE_NAME, (tag) => tag.toLowerCase())
  return { html: html.slice(0, endOfTags(html)), jsonLd }
}

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Also of what browsers take for comments: <!DOCTYPE html>, <![CDATA[ and <?xml ?>. */
function endOfComment(page: string, start: number): number {
  if (!page.startsWith('<!--', start)) return page.indexOf('>', start) + 1 || page.length
  for (const empty of ['<!-->', '<!--->']) if (page.startsWith(empty, start)) return start + empty.length
  const end = execAt(COMMENT_END, page, start + '<!--'.length)
  return end === null ? page.length : end.index + end[0].length
}

function jsonLdIn(page: string, start: number, end: number): string | null {
  if (end - start > LONGEST_JSON_LD) return null
  const element = page.slice(start, end)
  const open = element.indexOf('>')
  return IS_JSON_LD.test(element.slice(0, open)) ? element.slice(open + 1) : null
}

function endOfTags(html: string): number {
  let at = -1
  for (let tags = 0; tags <= MOST_TAGS; tags++) {
    at = html.indexOf('<', at + 1)
    if (at === -1) return html.length
  }
  return at
}
