/** Elements that highlighters and editors write into code. */
const IN_CODE = new Set(
  'a abbr b big br button cite code del div em font i iframe img input ins kbd label li mark ol p pre q s samp script small span strike strong style sub sup svg table tbody td tfoot th thead tr tt u ul var video audio wbr'.split(
    ' ',
  ),
)
const TAG = /<(\/?)([a-z][\w.:-]*|[?]|!(?!--))/gi
const IS_MARKED_UP = /&(?:lt|gt|amp);|<(?:code|span|br)\b/i

/** In pre elements, old posts have unescaped <STDIN>, <stdio.h> and <?php, and WP-Syntax any code: `<pre lang="…">`. */
export function withLiteralCode(html: string): string {
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const parts: string[] = []
  let done = 0
  for (const { 0: tag, index } of lower.matchAll(/<pre(?:\s[^<>]*)?>/g)) {
    if (index < done) continue
    const from = index + tag.length
    const end = lower.indexOf('</pre', from)
    if (end === -1) break
    const code = html.slice(from, end)
    const isRaw = /\slang=/.test(tag) && !IS_MARKED_UP.test(code)
    const literal = code.replace(TAG, (all, slash, name) =>
      !isRaw && IN_CODE.has(name.toLowerCase()) ? all : `&lt;${slash}${name}`,
    )
    parts.push(html.slice(done, from), literal)
    done = end
  }
  return parts.join('') + html.slice(done)
}
