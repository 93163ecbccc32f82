/** Allowlist: no scripts, links, animations, filters, images or foreign content. */
export const ELEMENTS = new Set(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan
   linearGradient radialGradient stop clipPath mask pattern`.split(/\s+/),
)

/** Editor metadata and invisible parts, which are removed without a warning. */
export const SILENT_ELEMENTS = /^(?:title|desc|metadata)$|:/
export const SILENT_ATTRIBUTES = /^(?:xmlns|version|role|baseProfile|enable-background|id)$|^(?:aria|data)-|:/

/** Allowed as style properties and as attributes. */
const PROPERTIES = new Set(
  `clip-path clip-rule color display dominant-baseline fill fill-opacity fill-rule font-family font-size font-style
   font-weight letter-spacing mask mask-type opacity overflow paint-order shape-rendering stop-color stop-opacity
   stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
   stroke-width text-anchor transform vector-effect visibility word-spacing`.split(/\s+/),
)

const ATTRIBUTES = new Set(
  `clipPathUnits cx cy d dx dy fr fx fy gradientTransform gradientUnits height maskContentUnits maskUnits offset
   patternContentUnits patternTransform patternUnits points preserveAspectRatio r rotate rx ry spreadMethod textLength
   lengthAdjust viewBox width x x1 x2 y y1 y2`.split(/\s+/),
)

const FUNCTIONS = new Set('matrix translate scale rotate skewx skewy rgb rgba hsl hsla'.split(' '))

/** Only references within the document are allowed. */
const LOCAL_REFERENCE = /url\(\s*(["']?)#([\w.:-]+)\1\s*\)/gi

export const idsIn = (value: string): string[] =>
  Array.from(value.matchAll(LOCAL_REFERENCE), ([, , id]) => id ?? '')

export function cleanAttribute(name: string, value: string): string | null {
  if (PROPERTIES.has(name)) return cleanValue(name, value)
  return ATTRIBUTES.has(name) ? cleanText(value) : null
}

export const cleanDeclarations = (style: string): string =>
  removeComments(style)
    .split(';')
    .flatMap((declaration) => {
      const [name = '', ...rest] = declaration.split(':')
      const property = name.trim().toLowerCase()
      const value = PROPERTIES.has(property) ? cleanValue(property, rest.join(':').trim()) : null
      return value ? [`${property}:${value}`] : []
    })
    .join(';')

/** Keeps only class rules, which drawing programs write. Removes at-rules and other selectors. */
export const cleanRules = (css: string): { names: string[]; declarations: string }[] =>
  removeComments(css)
    .split('}')
    .flatMap((rule) => {
      const [selector = '', body = '', ...more] = rule.split('{')
      const selectors = [...new Set(selector.split(',').map((name) => name.trim()))]
      const declarations = cleanDeclarations(body)
      const isPlain = more.length === 0 && selectors.every((name) => /^\.[A-Za-z_][\w-]*$/.test(name))
      return isPlain && declarations !== ''
        ? [{ names: selectors.map((name) => name.slice(1)), declarations }]
        : []
    })

const removeComments = (css: string): string =>
  css
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join(' ')

/** Accepts only known values, because CSS has escapes and functions that load resources. */
function cleanValue(name: string, value: string): string | null {
  const unquoted = name === 'font-family' ? value.replaceAll(/["']/g, '') : value
  const local = unquoted.replaceAll(LOCAL_REFERENCE, 'url(#$2)')
  const rest = local.replaceAll(LOCAL_REFERENCE, '')
  const called = rest.split('(').slice(0, -1)
  const isKnown = called.every((text) =>
    FUNCTIONS.has(
      text
        .split(/[^\w-]/)
        .at(-1)
        ?.toLowerCase() ?? '',
    ),
  )
  return isKnown && !/[\\{}<>@;"'!]|\/\*/.test(rest) ? cleanText(local) : null
}

/** XML has no other control characters. */
const cleanText = (value: string): string | null => (/^[\P{Cc}\t\n\r]*$/u.test(value) ? value.trim() : null)
