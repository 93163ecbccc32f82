import { ENCODINGS, unpack } from './public-fetch/unpack.ts'

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * A fetch that follows no redirect, which could carry a key to another host, and answers when the body is complete.
 * Throws when that is larger than `most` bytes, packed or unpacked.
 */
export function boundedFetch(fetch: Fetch, most: number): Fetch {
  return async (url, init) => {
    const headers = new Headers(init?.headers ?? (url instanceof Request ? url.headers : {}))
    headers.set('accept-encoding', ENCODINGS)
    // Unpacked by the runtime, a body is all in memory before its first byte can be counted.
    const bounded = { ...init, headers, redirect: 'manual' as const, decompress: false }
    const response = await fetch(url, bounded)
    const packed = await readUpTo(most, response)
    const body = await unpack(packed, response.headers.get('content-encoding'), most)
    if (!(body instanceof Uint8Array)) throw new Error('the answer is too large, or can not be unpacked')
    return new Response(new Uint8Array(body), { status: response.status, headers: ofUnpacked(response) })
  }
}

async function readUpTo(most: number, { body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function ofUnpacked(response: Response): Headers {
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return headers
}
