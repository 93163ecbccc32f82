/**
 * Bun 1.4.5 writes an answer header by header, in dozens of packets, when it comes a turn of the event loop after its
 * request and its body has more bytes than this and is bytes, text or a Blob.
 */
export const WHOLE_FROM_BYTES = 15_000

/**
 * A body that leaves in one write with its headers and its length, whenever it comes: a direct stream that has room for
 * all of it. Each reader gets a copy.
 */
export function wholeBody(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const source: Bun.DirectUnderlyingSource<Uint8Array> = {
    type: 'direct',
    pull: (controller) => {
      controller.write(bytes)
      controller.end()
    },
  }
  // Beside the types of browsers, which have no direct streams, the constructor doesn't take one.
  return Reflect.construct(ReadableStream, [source, { highWaterMark: bytes.byteLength + 1 }])
}
