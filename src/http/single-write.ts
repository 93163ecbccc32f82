/** Bun 1.4.5 sends larger bodies of asynchronous responses in dozens of packets, header by header. */
export const SINGLE_WRITE_FROM_BYTES = 15_000

const UNIT_BYTES_MAX = 3

export function singleWriteText(text: string): BodyInit {
  if (text.length < SINGLE_WRITE_FROM_BYTES / UNIT_BYTES_MAX) return text
  const bytes = new TextEncoder().encode(text)
  return bytes.byteLength < SINGLE_WRITE_FROM_BYTES ? bytes : singleWriteBytes(bytes)
}

/** Sends headers and body in one write: a direct stream that buffers all of it. Each client gets a copy. */
export function singleWriteBytes(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const source: Bun.DirectUnderlyingSource<Uint8Array> = {
    type: 'direct',
    pull: (controller) => {
      controller.write(bytes)
      controller.end()
    },
  }
  // With browser types loaded, the constructor doesn't accept direct streams.
  return Reflect.construct(ReadableStream, [source, { highWaterMark: bytes.byteLength + 1 }])
}
