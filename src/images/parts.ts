import { invalid } from '#src/errors.ts'

/** What a container's reader finds; null where the file is damaged. */
export type Content = { width: number; height: number; bytes: Uint8Array }

export type Reader = (file: Uint8Array) => Content | null

/** Chunks, segments or blocks of a file. No encoder writes as many; a file of nothing else would take half a second. */
export const MOST_PARTS = 4_000

/** What moves can't be stopped by those whom it distracts. */
export const animated = () => invalid('Animated images aren’t accepted, because readers can’t stop them')

export const viewOf = (file: Uint8Array) => new DataView(file.buffer, file.byteOffset, file.byteLength)

export const textAt = (file: Uint8Array, at: number, length: number): string =>
  Buffer.from(file.subarray(at, at + length)).toString('latin1')

/** Pieces of a file one after the other, in memory of their own. */
export const joined = (pieces: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(pieces))
