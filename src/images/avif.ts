import { invalid } from '#src/errors.ts'
import { type Reader, textAt, viewOf } from './image-reader.ts'

type Box = { name: string; start: number; end: number }

const META_HEAD_BYTES = 4
const BOXES_MAX = 1000

const METADATA = /infe.{8}(?:..)?(?:Exif|mime|uri )/s

/** ISO/IEC 14496-12. Refuses Exif and XMP: boxes refer to file positions, so nothing can be removed. */
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
  return { ...displaySize(file, properties), bytes: new Uint8Array(file) }
}

/** The largest size: tiles have sizes, too. */
function displaySize(file: Uint8Array, properties: Box[]) {
  const view = viewOf(file)
  const [size] = named(properties, 'ispe')
    .map(({ start }) => ({ width: view.getUint32(start + 4), height: view.getUint32(start + 8) }))
    .sort((a, b) => b.width * b.height - a.width * a.height)
  if (!size) throw new RangeError('the image has no size')
  const isRotated = named(properties, 'irot').some(({ start }) => (view.getUint8(start) & 1) === 1)
  return isRotated ? { width: size.height, height: size.width } : size
}

const named = (boxes: Box[], wanted: string) => boxes.filter(({ name }) => name === wanted)

function boxesIn(file: Uint8Array, { start, end }: Omit<Box, 'name'>): Box[] {
  const view = viewOf(file)
  const boxes: Box[] = []
  for (let at = start; at < end; ) {
    const boxEnd = at + view.getUint32(at)
    if (boxEnd < at + 8 || boxEnd > end || boxes.length === BOXES_MAX)
      throw new RangeError('a box has an invalid size')
    boxes.push({ name: textAt(file, at + 4, 4), start: at + 8, end: boxEnd })
    at = boxEnd
  }
  return boxes
}
