import { parseImagePath } from '#domain/images.ts'
import type { Leaf, Mark } from './document.ts'
import { codeSpan, escapeText, isSamePicture, linkTarget, marked, pictureLabel } from './marks.ts'

export const inlineLine = (leaves: Leaf[]): string => oneLine(inlineText(leaves.map(withoutRepetition), 0))

/** Nested bold is bold; doubled marks would parse differently. */
const withoutRepetition = (leaf: Leaf): Leaf =>
  leaf.marks.length < 2
    ? leaf
    : {
        ...leaf,
        marks: leaf.marks.filter(({ kind }, at, all) => all.findIndex((mark) => mark.kind === kind) === at),
      }

type Group = { mark: Mark | undefined; leaves: Leaf[] }

function groupsOf(leaves: Leaf[], depth: number): Group[] {
  const groups: Group[] = []
  for (const leaf of leaves) {
    const mark = leaf.marks[depth]
    const last = groups.at(-1)
    if (last?.mark && mark && isSameMark(last.mark, mark)) last.leaves.push(leaf)
    else if (last && !last.mark && !mark && last.leaves[0]?.kind === 'text' && leaf.kind === 'text')
      last.leaves.push(leaf)
    else groups.push({ mark, leaves: [leaf] })
  }
  return groups
}

const isSameMark = (a: Mark, b: Mark) => (a.kind === 'link' ? a === b : a.kind === b.kind)

const DELIMITERS = { strong: '**', emphasis: '*', delete: '~~' } as const

function inlineText(leaves: Leaf[], depth: number, isLinked = false): string {
  const groups = groupsOf(leaves, depth)
  const pieces: string[] = []
  groups.forEach((group, index) => {
    const before = pieces.at(-1) ?? ''
    const piece = groupText(group, { before, next: groups[index + 1] }, depth, isLinked)
    if (piece !== '') pieces.push(piece)
  })
  return pieces.join('')
}

/** `before` is the last piece only: reading the end of a growing rope would copy it each time. */
type Place = { before: string; next: Group | undefined }

function groupText(
  { mark, leaves }: Group,
  { before, next }: Place,
  depth: number,
  isLinked: boolean,
): string {
  if (mark?.kind === 'link') return linkText(mark, leaves, depth)
  if (mark) {
    const text = spaced(inlineText(leaves, depth + 1, isLinked))
    return marked(DELIMITERS[mark.kind], text, { before, after: firstCharacter(next) })
  }
  const [leaf] = leaves
  return leaves.length === 1 && leaf ? leafText(leaf, isLinked, next) : joinedText(leaves, isLinked, next)
}

const joinedText = (leaves: Leaf[], isLinked: boolean, next: Group | undefined) =>
  leafText({ kind: 'text', value: leaves.map(wordsOf).join(''), marks: [] }, isLinked, next)

const wordsOf = (leaf: Leaf) => ('value' in leaf ? leaf.value : '')

function leafText(leaf: Leaf, isLinked: boolean, next: Group | undefined): string {
  switch (leaf.kind) {
    case 'text': {
      const text = escapeText(leaf.value, isLinked)
      return text.endsWith('!') && firstCharacter(next) === '[' ? `${text.slice(0, -1)}\\!` : text
    }
    case 'code': {
      const [start = '', end = ''] = leaf.value.split(leaf.value.trim())
      return leaf.value.trim() === '' ? leaf.value : start + codeSpan(leaf.value) + end
    }
    case 'image':
      return pictureText(leaf)
    case 'break':
      return ' '
    case 'target':
      return `<a id="${leaf.name}"></a>`
  }
}

function firstCharacter(group: Group | undefined): string {
  if (!group) return ''
  if (group.mark) return group.mark.kind === 'link' ? '[' : DELIMITERS[group.mark.kind].charAt(0)
  const [leaf] = group.leaves
  if (leaf?.kind === 'text') return leaf.value.charAt(0).replace(/[*`~_]/, '\\')
  return leaf?.kind === 'code' ? '`' : leaf?.kind === 'image' ? '[' : ''
}

type Of<Kind extends Mark['kind']> = Extract<Mark, { kind: Kind }>

/** If a linked picture has another address, it follows the link. */
function linkText({ url, title }: Of<'link'>, leaves: Leaf[], depth: number): string {
  const pictures = leaves.filter(isExternalImage)
  const words = leaves.map(
    (leaf): Leaf =>
      isExternalImage(leaf) ? { kind: 'text', value: pictureLabel(leaf), marks: leaf.marks } : leaf,
  )
  const inner = spaced(inlineText(words, depth + 1, true))
  const label = inner.trim()
  const target = linkTarget(url, title)
  if (label === '' || target === null) return inner
  const [start = '', end = ''] = inner.split(label)
  const others = pictures
    .filter((picture) => !isSamePicture(picture.url, url))
    .map((picture) => ` (${pictureText(picture)})`)
  return `${start}[${label}](${target})${others.join('')}${end}`
}

const isExternalImage = (leaf: Leaf): leaf is Extract<Leaf, { kind: 'image' }> =>
  leaf.kind === 'image' && parseImagePath(leaf.url) === null

function pictureText({ url, alt, title }: { url: string; alt: string; title?: string }): string {
  const target = linkTarget(url, title)
  if (parseImagePath(url)) return `![${escapeText(alt, true)}](${target})`
  const label = escapeText(pictureLabel({ url, alt }), true)
  return target === null ? label : `[${label}](${target})`
}

/** Collapses HTML whitespace, but not no-break spaces. */
const spaced = (text: string) => text.replace(/[\t\n\f\r][ \t\n\f\r]*| [ \t\n\f\r]+/g, ' ')
const oneLine = (text: string) => spaced(text).trim()
