import { invalid } from '#src/errors.ts'
import { type Reader, textAt, viewOf } from './parts.ts'

type Box = { name: string; start: number; end: number }

/** In front of the boxes within this one stand its version and flags. */
const META_HEAD_BYTES = 4
const MOST_BOXES = 1000

/** An entry of the list of items, version 2 or 3, of a kind that is no image. */
const METADATA = /infe.{8}(?:..)?(?:Exif|mime|uri )/s

/**
 * A file of boxes by ISO/IEC 14496-12. Its parts are named by their positions, so that none can be left out: a file
 * with Exif or XMP is refused.
 */
export const readAvif: Reader = (file) => {
  const top = boxesIn(file, { start: 0, end: file.byteLength })
  const [meta, ...others] = named(top, 'meta')
  const isKnown = top.every(({ name }) => ['ftyp', 'meta', 'mdat', 'free'].includes(name))
  if (!meta || others.length > 0 || !isKnown || named(top, 'mdat').length === 0) return null
  const parts = boxesIn(file, { start: meta.start + META_HEAD_BYTES, end: meta.end })
  const items = named(parts, 'iinf').map(({ start, end }) => textAt(file, start, end - start))
  if (items.some((text) => METADATA.test(text))) {
    throw invalid('This AVIF file has metadata that can’t be removed')
  }
  const properties = named(parts, 'iprp')
    .flatMap((box) => named(boxesIn(file, box), 'ipco'))
    .flatMap((box) => boxesIn(file, box))
  return { ...shownSize(file, properties), bytes: new Uint8Array(file) }
}

/** Parts of an image have sizes of their own; the largest is that of the whole. */
function shownSize(file: Uint8Array, properties: Box[]) {
  const view = viewOf(file)
  const [size] = named(properties, 'ispe')
    .map(({ start }) => ({ width: view.getUint32(start + 4), height: view.getUint32(start + 8) }))
    .sort((a, b) => b.width * b.height - a.width * a.height)
  if (!size) throw new RangeError('the image has no size')
  const isTurned = named(properties, 'irot').some(({ start }) => (view.getUint8(start) & 1) === 1)
  return isTurned ? { width: size.height, height: size.width } : size
}

const named = (boxes: Box[], wanted: string) => boxes.filter(({ name }) => name === wanted)

/** Throws RangeError where their sizes do not add up. */
function boxesIn(file: Uint8Array, { start, end }: Omit<Box, 'name'>): Box[] {
  const view = viewOf(file)
  const boxes: Box[] = []
  for (let at = start; at < end; ) {
    const boxEnd = at + view.getUint32(at)
    if (boxEnd < at + 8 || boxEnd > end || boxes.length === MOST_BOXES) throw new RangeError('no such box')
    boxes.push({ name: textAt(file, at + 4, 4), start: at + 8, end: boxEnd })
    at = boxEnd
  }
  return boxes
}
