import { crc32 } from 'node:zlib'

/** All 3 × 2 pixels. */
export const IMAGE_FILES = {
  webp: Uint8Array.fromBase64(
    'UklGRj4AAABXRUJQVlA4IDIAAAAwAgCdASoDAAIAAgA0JaACdLoB+AADISoiEAD++33iaLPl9/bsFnLq//G7cYb70AAAAA==',
  ),
  transparentWebp: Uint8Array.fromBase64(
    'UklGRl4AAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAAZmZmZmZmAFZQOCAwAAAA0AEAnQEqAwACAAIANCWgAnS6AfgAA7AA/vDEC/8guWF1yNf/ID/kB/yA//jyAAAA',
  ),
  jpg: Uint8Array.fromBase64(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAYEAEBAAMAAAAAAAAAAAAAAAAAAhJSkf/EABQBAQAAAAAAAAAAAAAAAAAAAAT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCHne1dAMPf/9k=',
  ),
  progressiveJpg: Uint8Array.fromBase64(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wgARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUAQEAAAAAAAAAAAAAAAAAAAAD/9oADAMBAAIQAxAAAAGEM/8A/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABBQJ//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBPwF//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPwF//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAGPwJ//8QAFxABAAMAAAAAAAAAAAAAAAAAAQARUf/aAAgBAQABPyG3Wf/aAAwDAQACAAMAAAAQB//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Qf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Qf//EABUQAQEAAAAAAAAAAAAAAAAAAADx/9oACAEBAAE/ELj/2Q==',
  ),
  png: Uint8Array.fromBase64(
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACAQMAAACnuvRZAAAABlBMVEX/AAAAAP9sof2OAAAADElEQVQI12NgYHgAAADkAOF67cd7AAAAAElFTkSuQmCC',
  ),
  gif: Uint8Array.fromBase64('R0lGODlhAwACAPAAAP8AAAAA/yH5BAAAAAAALAAAAAADAAIAAAIDhIMFADs='),
  avif: Uint8Array.fromBase64(
    'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAIQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAADAAAAAgAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAACltZGF0EgAKBRgEKwIQMhYYAAooooUAA177TznpWkwNeg+z1fpA',
  ),
  animatedGif: Uint8Array.fromBase64(
    'R0lGODlhAwACAPAAAP8AAAAAACH5BAAAAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAAwACAAACAoRfACH5BAAAAAAALAAAAAADAAIAgAAA/wAAAAIChF8AOw==',
  ),
}

export const bytesOf = (...pieces: (string | Uint8Array | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat(
      pieces.map((piece) =>
        typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Uint8Array.from(piece),
      ),
    ),
  )

const number32 = (value: number, isLittle: boolean) => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, isLittle)
  return bytes
}

export const riffChunk = (name: string, data: Uint8Array | string) => {
  const body = bytesOf(data)
  return bytesOf(name, number32(body.byteLength, true), body, body.byteLength % 2 === 1 ? [0] : [])
}

export const webpOf = (...chunks: Uint8Array[]) => {
  const body = bytesOf('WEBP', ...chunks)
  return bytesOf('RIFF', number32(body.byteLength, true), body)
}

export const pngChunk = (name: string, data: Uint8Array | string) => {
  const body = bytesOf(name, data)
  return bytesOf(number32(body.byteLength - 4, false), body, number32(crc32(body), false))
}

export const pngWith = (chunk: Uint8Array) => {
  const { png } = IMAGE_FILES
  return bytesOf(png.subarray(0, 33), chunk, png.subarray(33))
}

export const withJpegSegment = (jpeg: Uint8Array, marker: number, data: Uint8Array | string) => {
  const body = bytesOf(data)
  const length = body.byteLength + 2
  return bytesOf(jpeg.subarray(0, 2), [0xff, marker, length >> 8, length & 0xff], body, jpeg.subarray(2))
}

export const jpegWith = (marker: number, data: Uint8Array | string) =>
  withJpegSegment(IMAGE_FILES.jpg, marker, data)

/** Exif with an orientation and GPS coordinates. */
export const exifOf = (orientation: number) =>
  bytesOf(
    'Exif\0\0MM\0*',
    number32(8, false),
    [0, 2],
    [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38],
    number32(0, false),
    [0, 2],
    [0, 1, 0, 2, 0, 0, 0, 2],
    'N\0\0\0',
    [0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 68],
    number32(0, false),
    [0, 0, 0, 51, 0, 0, 0, 1],
    'GPS-SECRET',
  )
