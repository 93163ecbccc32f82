import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { invalid } from '#src/errors.ts'
import { limitExpansion, type Part, referenceLimit } from './svg-cost.ts'
import {
  cleanAttribute,
  cleanDeclarations,
  cleanRules,
  ELEMENTS,
  idsIn,
  SILENT_ATTRIBUTES,
  SILENT_ELEMENTS,
} from './svg-rules.ts'

export type CleanSvg = {
  text: string
  width: number
  height: number
  /** Removed elements and attributes that may affect the appearance. */
  removed: string[]
}

const ELEMENTS_MAX = 5_000
/** Characters of the style sheet times elements: the renderer compares each element with all rules. */
const STYLE_WORK_MAX = 5_000_000
const NAMESPACE = 'http://www.w3.org/2000/svg'
const ID = /^[A-Za-z_][\w.:-]*$/

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

/** Rebuilds an SVG by an allowlist, without external references. Throws AppError invalid with the reason. */
export function cleanSvg(source: string): CleanSvg {
  const root = readRoot(removeDoctype(source))
  const removed = new Set<string>()
  /** The ids to which the rules of a class refer. */
  const classes = new Map<string, string[][]>()
  const refer = referenceLimit()
  let remaining = ELEMENTS_MAX

  function rebuild(node: XmlNode): { text: string; part: Part } | null {
    if (--remaining < 0) throw invalid(`it has more than ${ELEMENTS_MAX.toLocaleString('en-US')} elements`)
    if (!ELEMENTS.has(node.name)) {
      if (!SILENT_ELEMENTS.test(node.name)) removed.add(node.name)
      return null
    }
    const { text: attributes, part } = rebuildAttributes(node)
    let content = ''
    for (const child of node.children) {
      const rebuilt = typeof child === 'string' ? null : rebuild(child)
      if (typeof child === 'string' && isText(node)) content += Bun.escapeHTML(child)
      if (!rebuilt) continue
      content += rebuilt.text
      part.children.push(rebuilt.part)
    }
    return { text: `<${node.name}${attributes}>${content}</${node.name}>`, part }
  }

  function rebuildAttributes({ name: element, attributes }: XmlNode): { text: string; part: Part } {
    const part: Part = { id: undefined, refersTo: [], children: [] }
    const kept = new Map<string, string>()
    for (const [name, value] of attributes) {
      const clean = rebuildAttribute(name, value, part)
      if (clean) kept.set(name === 'xlink:href' ? 'href' : name, clean)
      else if (!SILENT_ATTRIBUTES.test(name)) removed.add(`${element} ${name}`)
    }
    const text = Array.from(kept, ([name, value]) => ` ${name}="${Bun.escapeHTML(value)}"`).join('')
    return { text, part }
  }

  function rebuildAttribute(name: string, value: string, part: Part): string | null {
    if (name === 'id') {
      if (ID.test(value)) part.id = value
      return part.id ?? null
    }
    if (name === 'href' || name === 'xlink:href') {
      const id = value.startsWith('#') ? value.slice(1) : ''
      if (!ID.test(id)) return null
      refer(part, [id])
      return value
    }
    if (name === 'class') {
      const names = [...new Set(value.split(/\s+/))].filter((word) => classes.has(word))
      for (const word of names) for (const ids of classes.get(word) ?? []) refer(part, ids)
      return names.join(' ')
    }
    const clean = name === 'style' ? cleanDeclarations(value) : cleanAttribute(name, value)
    refer(part, idsIn(clean ?? ''))
    return clean
  }

  const styles = stylesIn(root)
  const rules = styles.flatMap(cleanRules)
  for (const { names, declarations } of rules) {
    const ids = idsIn(declarations)
    for (const name of names) {
      const known = classes.get(name) ?? []
      classes.set(name, known)
      if (ids.length > 0) known.push(ids)
    }
  }
  const { width, height, box } = sizeOf(root)
  const parts = root.children.flatMap((child) => (typeof child === 'string' ? [] : (rebuild(child) ?? [])))
  if (parts.length === 0) throw invalid('it contains nothing that can be drawn')
  const attributes = root.attributes.filter(([name]) => !ROOT_ATTRIBUTES.has(name))
  const rootAttributes = rebuildAttributes({ ...root, attributes })
  limitExpansion({ ...rootAttributes.part, children: parts.map(({ part }) => part) })

  const css = rules
    .map(({ names, declarations }) => `${names.map((name) => `.${name}`).join()}{${declarations}}`)
    .join('')
  if (css.length * (ELEMENTS_MAX - remaining) > STYLE_WORK_MAX)
    throw invalid('its style sheet is too long for so many elements')
  const style = css && `<style>${Bun.escapeHTML(css)}</style>`
  const text = `<svg xmlns="${NAMESPACE}" viewBox="${box.join(' ')}" width="${width}" height="${height}"${rootAttributes.text}>${style}${parts.map((part) => part.text).join('')}</svg>\n`
  const ruleCount = styles.join('').split('{').length - 1
  if (ruleCount === rules.length) removed.delete('style')
  return { text, width, height, removed: [...removed].slice(0, 20) }
}

const ROOT_ATTRIBUTES = new Set([
  'viewBox',
  'width',
  'height',
  'x',
  'y',
  'preserveAspectRatio',
  'id',
  'overflow',
])

function removeDoctype(source: string): string {
  const start = source.search(/<!DOCTYPE/i)
  if (start < 0) return source
  const end = source.indexOf('>', start)
  if (end < 0 || source.slice(start, end).includes('[')) throw invalid('it declares entities')
  return source.slice(0, start) + source.slice(end + 1)
}

const isText = ({ name }: XmlNode) => name === 'text' || name === 'tspan'

type XmlNode = { name: string; attributes: [string, string][]; children: (XmlNode | string)[] }

function readRoot(source: string): XmlNode {
  const result = XMLValidator.validate(source)
  if (result !== true) throw invalid('it is not well-formed XML')
  const roots = nodesOf(parse(source)).filter((node) => typeof node !== 'string')
  const [root] = roots
  const namespace = root?.attributes.find(([name]) => name === 'xmlns')?.[1]
  if (root?.name !== 'svg' || roots.length > 1 || (namespace ?? NAMESPACE) !== NAMESPACE)
    throw invalid('it is not an SVG document')
  return root
}

function parse(source: string): unknown {
  try {
    return parser.parse(source)
  } catch (error) {
    throw invalid(
      error instanceof Error && /nested/.test(error.message)
        ? 'it is nested too deeply'
        : 'it is not readable XML',
    )
  }
}

/** The parser's objects have the element's name as a key, and the attributes under `:@`. */
function nodesOf(list: unknown): (XmlNode | string)[] {
  if (!Array.isArray(list)) return []
  const items: unknown[] = list
  return items.flatMap((item): (XmlNode | string)[] => {
    if (typeof item !== 'object' || item === null) return []
    const entries: [string, unknown][] = Object.entries(item)
    const [name, content] = entries.find(([key]) => key !== ':@') ?? []
    if (name === undefined) return []
    if (name === '#text') return [String(content)]
    const [, given] = entries.find(([key]) => key === ':@') ?? []
    const attributes = Object.entries(given ?? {}).map(([key, value]): [string, string] => [
      key,
      String(value),
    ])
    return [{ name, attributes, children: nodesOf(content) }]
  })
}

const stylesIn = ({ name, children }: XmlNode): string[] =>
  name === 'style'
    ? [children.filter((child) => typeof child === 'string').join('')]
    : children.flatMap((child) => (typeof child === 'string' ? [] : stylesIn(child)))

function sizeOf({ attributes }: XmlNode): { width: number; height: number; box: number[] } {
  const given = new Map(attributes)
  const length = (name: string) => Number.parseFloat(given.get(name) ?? '')
  const box = given.has('viewBox')
    ? (given.get('viewBox') ?? '')
        .trim()
        .split(/[\s,]+/)
        .map(Number)
    : [0, 0, length('width'), length('height')]
  const [, , width = 0, height = 0] = box
  const isSize =
    box.length === 4 && box.every((value) => Math.abs(value) <= 100_000) && width > 0 && height > 0
  if (!isSize) throw invalid('it has no size: give it a viewBox')
  return { width, height, box }
}
