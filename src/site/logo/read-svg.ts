import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { invalid } from '#src/errors.ts'

const ELEMENTS_MAX = 5_000
/** Characters of the style sheet times elements: the renderer compares each element with all rules. */
const STYLE_WORK_MAX = 5_000_000
/** Elements drawn, with those drawn again by references. Detailed logos have a few hundred. */
const DRAWN_MAX = 20_000
const IN_PROGRESS = -1
const NAMESPACE = 'http://www.w3.org/2000/svg'

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
})

/**
 * Returns an SVG for `<img>`, where browsers run and load nothing, after limiting what drawing it costs. Throws AppError
 * invalid with the reason.
 */
export function readSvg(source: string): { text: string; width: number; height: number } {
  const root = readRoot(source)
  limitCost(root)
  const { width, height } = sizeOf(root)
  const added = [
    root.attributes.has('xmlns') ? '' : ` xmlns="${NAMESPACE}"`,
    // Without it, images can't be scaled.
    root.attributes.has('viewBox') ? '' : ` viewBox="0 0 ${width} ${height}"`,
  ]
  const text = source.slice(rootStart(source)).replace('<svg', `<svg${added.join('')}`)
  return { text, width, height }
}

/** The index of the first tag that isn't a declaration, comment or document type. */
function rootStart(source: string): number {
  for (let at = source.indexOf('<'); ; at = source.indexOf('<', at)) {
    const [, end] =
      [['<!--', '-->'] as const, ['<?', '?>'] as const, ['<!', '>'] as const].find(([start]) =>
        source.startsWith(start, at),
      ) ?? []
    if (end === undefined) return at
    at = source.indexOf(end, at)
  }
}

type XmlNode = { name: string; attributes: ReadonlyMap<string, string>; children: (XmlNode | string)[] }

function readRoot(source: string): XmlNode {
  const doctype = /<!DOCTYPE[^>]*/i.exec(source)?.[0] ?? ''
  if (doctype.includes('[')) throw invalid('it declares entities')
  if (XMLValidator.validate(source) !== true) throw invalid('it is not well-formed XML')
  const roots = nodesOf(parse(source)).filter((node) => typeof node !== 'string')
  const [root] = roots
  if (root?.name !== 'svg' || roots.length > 1 || (root.attributes.get('xmlns') ?? NAMESPACE) !== NAMESPACE)
    throw invalid('it is not an SVG document')
  return root
}

function parse(source: string): unknown {
  try {
    return parser.parse(source)
  } catch (error) {
    const isNested = error instanceof Error && /nested/.test(error.message)
    throw invalid(isNested ? 'it is nested too deeply' : 'it is not readable XML')
  }
}

/** The parser's objects have the element's name as a key, and the attributes under `:@`. */
function nodesOf(list: unknown): (XmlNode | string)[] {
  if (!Array.isArray(list)) return []
  const items: unknown[] = list
  return items.flatMap((item): (XmlNode | string)[] => {
    if (typeof item !== 'object' || item === null) return []
    const { ':@': given, ...rest }: Record<string, unknown> = { ...item }
    const [[name, content] = []] = Object.entries(rest)
    if (name === undefined) return []
    if (name === '#text') return [String(content)]
    const attributes = Object.entries(given ?? {}).map(([key, value]) => [key, String(value)] as const)
    return [{ name, attributes: new Map(attributes), children: nodesOf(content) }]
  })
}

const elementsIn = ({ children }: XmlNode): XmlNode[] => children.filter((child) => typeof child !== 'string')

const referencesIn = (text: string) => Array.from(text.matchAll(/#([\w.:-]+)/g), ([, id = '']) => id)

/** References can multiply elements to millions (billion laughs); those of the style sheet may apply to each element. */
function limitCost(root: XmlNode): void {
  const all: XmlNode[] = []
  const collect = (node: XmlNode) => {
    all.push(node)
    if (all.length > ELEMENTS_MAX)
      throw invalid(`it has more than ${ELEMENTS_MAX.toLocaleString('en-US')} elements`)
    for (const child of elementsIn(node)) collect(child)
  }
  collect(root)
  if (all.length < 2) throw invalid('it contains nothing that can be drawn')

  const style = all.flatMap(({ name, children }) => (/(?:^|:)style$/.test(name) ? children : [])).join('')
  if (style.length * all.length > STYLE_WORK_MAX)
    throw invalid('its style sheet is too long for so many elements')

  const byId = new Map(all.map((node) => [node.attributes.get('id'), node]))
  const counts = new Map<XmlNode, number>()
  const count = (node: XmlNode): number => {
    const known = counts.get(node)
    if (known === IN_PROGRESS) throw invalid('its parts refer to each other in a cycle')
    if (known !== undefined) return known
    counts.set(node, IN_PROGRESS)
    const references = [...node.attributes.values()].flatMap(referencesIn)
    const drawn = [...elementsIn(node), ...references.flatMap((id) => byId.get(id) ?? [])]
    const total = drawn.reduce((sum, next) => sum + count(next), 1)
    if (total > DRAWN_MAX) throw invalid('its references expand to too many elements')
    counts.set(node, total)
    return total
  }
  const styled = [...new Set(referencesIn(style))].flatMap((id) => byId.get(id) ?? []).map(count)
  if (count(root) + all.length * Math.max(0, ...styled) > DRAWN_MAX)
    throw invalid('its references expand to too many elements')
}

function sizeOf({ attributes }: XmlNode): { width: number; height: number } {
  const length = (name: string) => Number.parseFloat(attributes.get(name) ?? '')
  const given = attributes
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const box = given ?? [0, 0, length('width'), length('height')]
  const [, , width = 0, height = 0] = box
  const isSize =
    box.length === 4 && box.every((value) => Math.abs(value) <= 100_000) && width > 0 && height > 0
  if (!isSize) throw invalid('it has no size: give it a viewBox')
  return { width, height }
}
