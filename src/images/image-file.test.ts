import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { AppError } from '#src/errors.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import {
  bytesOf,
  exifOf,
  IMAGE_FILES,
  jpegWith,
  pngChunk,
  pngWith,
  riffChunk,
  webpOf,
} from '#src/testing/image-files.ts'
import { readImageFile } from './image-file.ts'

const { webp, transparentWebp, jpg, progressiveJpg, png, gif, avif, animatedGif } = IMAGE_FILES
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const changed = (file: Uint8Array, at: number, ...bytes: number[]) => {
  const copy = new Uint8Array(file)
  copy.set(bytes, at)
  return copy
}
const VP8 = webp.subarray(12)
const vp8x = (flags: number, width: number, height: number) =>
  riffChunk('VP8X', new Uint8Array([flags, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0]))

test.each([
  ['webp', webp],
  ['webp', transparentWebp],
  ['jpg', jpg],
  ['jpg', progressiveJpg],
  ['png', png],
  ['gif', gif],
])('reads the size of a %s file and keeps every byte of one without metadata', (extension, file) => {
  const image = readImageFile(file)
  expect(image).toMatchObject({ extension, width: 3, height: 2 })
  expect(latin1(image.bytes)).toBe(latin1(file))
})

const GIF_BODY = gif.subarray(0, -1)

test.each([
  [
    'Exif and XMP of WebP',
    webpOf(vp8x(0x0c, 3, 2), VP8, riffChunk('EXIF', exifOf(1)), riffChunk('XMP ', 'GPS-SECRET')),
  ],
  ['a second WebP canvas', webpOf(vp8x(0, 3, 2), VP8, riffChunk('VP8X', 'GPS-SECRET'))],
  ['an undeclared WebP profile', webpOf(vp8x(0, 3, 2), riffChunk('ICCP', 'GPS-SECRET'), VP8)],
  ['undeclared WebP transparency', webpOf(vp8x(0, 3, 2), riffChunk('ALPH', 'GPS-SECRET'), VP8)],
  [
    'a second WebP profile',
    webpOf(vp8x(0x20, 3, 2), riffChunk('ICCP', ''), VP8, riffChunk('ICCP', 'GPS-SECRET')),
  ],
  ['unknown WebP chunks', webpOf(vp8x(0, 3, 2), VP8, riffChunk('LOVE', 'GPS-SECRET'))],
  ['Exif of JPEG', jpegWith(0xe1, exifOf(1))],
  ['XMP of JPEG', jpegWith(0xe1, 'http://ns.adobe.com/xap/1.0/\0GPS-SECRET')],
  ['IPTC of JPEG', jpegWith(0xed, 'Photoshop 3.0\0GPS-SECRET')],
  ['a thumbnail of JPEG', jpegWith(0xe0, bytesOf('JFIF\0', [1, 1, 0, 0, 1, 0, 1, 2, 2], 'GPS-SECRET12'))],
  ...[0x01, 0x02, 0xbf, 0xdf, 0xe2, 0xee, 0xf0, 0xf7, 0xfd].map((marker): [string, Uint8Array] => [
    `JPEG segments ${marker.toString(16)}`,
    jpegWith(marker, 'GPS-SECRET'),
  ]),
  ['JPEG comments', jpegWith(0xfe, 'GPS-SECRET')],
  ['a video appended to a JPEG', bytesOf(jpg, 'ftypmp42GPS-SECRET')],
  ['PNG text chunks', pngWith(pngChunk('tEXt', 'Comment\0GPS-SECRET'))],
  ...['bKGD', 'cHRM', 'cICP', 'dSIG', 'gAMA', 'iTXt', 'sBIT', 'sPLT', 'sRGB', 'tIME', 'zTXt', 'prVt'].map(
    (name): [string, Uint8Array] => [`${name} of PNG`, pngWith(pngChunk(name, 'GPS-SECRET'))],
  ),
  ['Exif of PNG', pngWith(pngChunk('eXIf', exifOf(1)))],
  ['an archive appended to a PNG', bytesOf(png, 'PK\x03\x04GPS-SECRET')],
  ['repeated PNG chunks', pngWith(bytesOf(pngChunk('gAMA', '1234'), pngChunk('gAMA', 'GPS-SECRET')))],
  ['long PNG transparency', pngWith(pngChunk('tRNS', `GPS-SECRET${'x'.repeat(300)}`))],
  ['GIF control blocks with text', bytesOf(GIF_BODY, [0x21, 0xf9, 10], 'GPS-SECRET', [0, 0x3b])],
  ['GIF comments', bytesOf(GIF_BODY, [0x21, 0xfe, 10], 'GPS-SECRET', [0, 0x3b])],
  ['a script appended to a GIF', bytesOf(gif, '<script>GPS-SECRET</script>')],
])('removes %s', (_what, file) => {
  const image = readImageFile(file)
  expect(image).toMatchObject({ width: 3, height: 2 })
  expect(latin1(image.bytes)).not.toMatch(/GPS-SECRET|Exif|XMP/i)
  expect(latin1(readImageFile(image.bytes).bytes)).toBe(latin1(image.bytes))
})

test('keeps the orientation of a photo and removes its location', () => {
  const { bytes, ...size } = readImageFile(jpegWith(0xe1, exifOf(6)))
  expect(size).toEqual({ extension: 'jpg', width: 2, height: 3 })
  expect(latin1(bytes)).toContain('Exif')
  expect(latin1(bytes)).not.toContain('GPS-SECRET')
  expect(readImageFile(bytes)).toEqual({ ...size, bytes })
  expect(readImageFile(jpegWith(0xe1, exifOf(9)))).toMatchObject({ width: 3, height: 2 })
})

const NOT_AN_IMAGE = 'This isn’t a WebP, JPEG, PNG or GIF image'
const damaged = (name: string) => `This ${name} file is damaged or incomplete`
const ANIMATED = 'Animated images aren’t accepted, because readers can’t stop them'
const TOO_LARGE = 'Images can have at most 10,000 pixels on each side and 25 million in total'

const big = [0xff, 0xff, 0xff, 0xff]
const pngOf = (width: number[], height: number[]) =>
  bytesOf(
    png.subarray(0, 8),
    pngChunk('IHDR', bytesOf(width, height, png.subarray(24, 29))),
    png.subarray(33),
  )

test.each([
  ['nothing', bytesOf(''), NOT_AN_IMAGE],
  ['SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), NOT_AN_IMAGE],
  ['HTML', bytesOf('<!doctype html><script>alert(1)</script>'), NOT_AN_IMAGE],
  ['HTML before a GIF', bytesOf('<script>', gif), NOT_AN_IMAGE],
  ['BMP', bytesOf('BM', new Uint8Array(64)), NOT_AN_IMAGE],
  ['sound in RIFF', bytesOf(webp.subarray(0, 8), 'WAVE', VP8), NOT_AN_IMAGE],
  ['AVIF', avif, NOT_AN_IMAGE],
  ['a truncated WebP', webp.subarray(0, -2), damaged('WebP')],
  ['a WebP with appended data', bytesOf(webp, '<script>'), damaged('WebP')],
  ['a WebP without pixels', webpOf(riffChunk('ICCP', 'x')), damaged('WebP')],
  ['a WebP with two image chunks', webpOf(vp8x(0, 3, 2), VP8, VP8), damaged('WebP')],
  ['a WebP with a chunk beyond its end', webpOf(changed(VP8, 4, ...big)), damaged('WebP')],
  ['a WebP with inconsistent sizes', webpOf(vp8x(0, 4, 2), VP8), damaged('WebP')],
  ['a WebP with invalid image data', webpOf(riffChunk('VP8 ', 'alert(1)//......')), damaged('WebP')],
  ['an animated WebP', webpOf(vp8x(2, 3, 2), riffChunk('ANIM', 'xxxxxx'), riffChunk('ANMF', VP8)), ANIMATED],
  ['a WebP with the animation flag', webpOf(vp8x(2, 3, 2), VP8), ANIMATED],
  ['a WebP of 16383 pixels', webpOf(changed(VP8, 14, 0xff, 0x3f, 0xff, 0x3f)), TOO_LARGE],
  ['a WebP without width', webpOf(changed(VP8, 14, 0, 0)), 'This WebP file has no pixels'],
  ['a truncated JPEG', jpg.subarray(0, -2), damaged('JPEG')],
  ['a JPEG without pixels', jpg.subarray(0, 160), damaged('JPEG')],
  ['a JPEG with a segment beyond its end', changed(jpg, 4, 0xff, 0xff), damaged('JPEG')],
  [
    'a JPEG of 65535 pixels',
    bytesOf(latin1(jpg).replace('\xff\xc0\0\x11\x08\0\x02\0\x03', '\xff\xc0\0\x11\x08\xff\xff\xff\xff')),
    TOO_LARGE,
  ],
  ['only the start of a JPEG', bytesOf([0xff, 0xd8, 0xff, 0xff, 0xff]), damaged('JPEG')],
  ['a truncated PNG', png.subarray(0, -8), damaged('PNG')],
  ['a PNG with a wrong checksum', changed(png, 20, 7), damaged('PNG')],
  ['a PNG of 65535 pixels', pngOf([0, 0, 0xff, 0xff], [0, 0, 0xff, 0xff]), TOO_LARGE],
  ['a PNG of four billion pixels', pngOf(big, big), TOO_LARGE],
  ['a PNG with an unknown critical chunk', pngWith(pngChunk('QRST', 'x')), damaged('PNG')],
  ['a PNG with two headers', pngWith(png.subarray(8, 33)), damaged('PNG')],
  ['an animated PNG', pngWith(pngChunk('acTL', '12345678')), ANIMATED],
  ['a truncated GIF', gif.subarray(0, -3), damaged('GIF')],
  ['a GIF with a header only', bytesOf('GIF89a/*', new Uint8Array(5), '*/=1;alert(1)'), damaged('GIF')],
  ['a GIF without an image', bytesOf(gif.subarray(0, 13 + 6), [0x3b]), damaged('GIF')],
  ['an animated GIF', animatedGif, ANIMATED],
  ['a GIF of 65535 pixels', changed(gif, 6, 0xff, 0xff, 0xff, 0xff), TOO_LARGE],
])('refuses %s', (_what, file, message) => {
  expect(() => readImageFile(file)).toThrow(message)
})

const times = (count: number, part: Uint8Array) => bytesOf(...Array.from({ length: count }, () => part))

test.each([
  ['WebP', webpOf(vp8x(0, 3, 2), times(5000, riffChunk('ICCP', '')), VP8)],
  ['JPEG', bytesOf(jpg.subarray(0, 2), times(5000, bytesOf([0xff, 0xdb, 0, 2])), jpg.subarray(2))],
  ['PNG', pngWith(times(5000, pngChunk('tRNS', '')))],
  ['GIF', bytesOf(gif.subarray(0, 19), times(5000, bytesOf([0x21, 0xf9, 0])), gif.subarray(19))],
  ['JPEG', bytesOf(jpg.subarray(0, 2), times(5000, bytesOf([0xff, 0xfe, 0, 2])), jpg.subarray(2))],
  ['PNG', pngWith(times(5000, pngChunk('tEXt', '')))],
  ['GIF', bytesOf(gif.subarray(0, 19), times(5000, bytesOf([0x21, 0xfe, 0])), gif.subarray(19))],
])('refuses a %s file with thousands of parts', (name, file) => {
  expect(() => readImageFile(file)).toThrow(damaged(name))
})

test('refuses every truncated image with a message', () => {
  for (const file of [webp, transparentWebp, jpg, progressiveJpg, png, gif]) {
    for (let end = 0; end < file.byteLength; end++) {
      expect(() => readImageFile(file.subarray(0, end))).toThrow(/^This (?:.* damaged|isn’t a )/)
    }
  }
})

test('reads or refuses an image with changed bytes, and reading the result again changes nothing', () => {
  const files = [webp, transparentWebp, jpg, progressiveJpg, jpegWith(0xe1, exifOf(6)), png, gif]
  const change = fc.record({ at: fc.nat(600), byte: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff) })
  fc.assert(
    fc.property(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      (file, changes) => {
        const copy = new Uint8Array(file)
        for (const { at, byte } of changes) copy[at % copy.length] = byte
        try {
          const image = readImageFile(copy)
          expect(readImageFile(image.bytes)).toEqual(image)
          expect(image.bytes.length).toBeLessThanOrEqual(copy.length)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      },
    ),
    { numRuns: shortOrLong(2_000, 200_000) },
  )
})
