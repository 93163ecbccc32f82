import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { invalid } from '#src/errors.ts'

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

/** Returns an SVG for `<img>`, where browsers run and load nothing. Throws AppError invalid with the reason. */
export function readSvg(source: string): { text: string; width: number; height: number } {
  const root = readRoot(source)
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

type Root = { name: string; attributes: ReadonlyMap<string, string>; isEmpty: boolean }

function readRoot(source: string): Root {
  const doctype = /<!DOCTYPE[^>]*/i.exec(source)?.[0] ?? ''
  if (doctype.includes('[')) throw invalid('it declares entities')
  if (XMLValidator.validate(source) !== true) throw invalid('it is not well-formed XML')
  const [root, ...others] = elementsIn(parse(source))
  if (root?.name !== 'svg' || others.length > 0 || (root.attributes.get('xmlns') ?? NAMESPACE) !== NAMESPACE)
    throw invalid('it is not an SVG document')
  if (root.isEmpty) throw invalid('it contains nothing that can be drawn')
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
function elementsIn(list: unknown): Root[] {
  if (!Array.isArray(list)) return []
  const items: unknown[] = list
  return items.flatMap((item) => {
    if (typeof item !== 'object' || item === null) return []
    const { ':@': given, ...rest }: Record<string, unknown> = { ...item }
    const [[name, content] = []] = Object.entries(rest)
    if (name === undefined || name === '#text') return []
    const attributes = Object.entries(given ?? {}).map(([key, value]) => [key, String(value)] as const)
    return { name, attributes: new Map(attributes), isEmpty: elementsIn(content).length === 0 }
  })
}

function sizeOf({ attributes }: Root): { width: number; height: number } {
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
