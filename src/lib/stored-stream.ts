import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 256 * 1024

/** From the file's start, also if it was deleted since it was opened. */
export function chunksOf(file: FileHandle): ReadableStream<Uint8Array> {
  let position = 0
  return new ReadableStream({
    pull: async (to) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position)
      position += bytesRead
      if (bytesRead === 0) to.close()
      else to.enqueue(buffer.subarray(0, bytesRead))
    },
  })
}

/** The same stream; `each` gets every chunk as it is read. */
export const tapped = (stream: ReadableStream<Uint8Array>, each: (chunk: Uint8Array) => void) =>
  stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, to) => {
        each(chunk)
        to.enqueue(chunk)
      },
    }),
  )
