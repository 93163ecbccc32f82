import { decompress, ENCODINGS } from './public-fetch/decompress.ts'

/** Enough for an error message. */
const FAILURE_BYTES_MAX = 64 * 1024

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * Rejects redirects, which could carry a key to another host, and bodies over `most` bytes, compressed or not; of
 * failures, over 64 KB.
 */
export function boundedFetch(fetch: Fetch, most: number): Fetch {
  return async (url, init) => {
    const headers = new Headers(init?.headers ?? (url instanceof Request ? url.headers : {}))
    headers.set('accept-encoding', ENCODINGS)
    // The runtime would decompress the whole body before its size can be checked.
    const bounded = { ...init, headers, redirect: 'manual' as const, decompress: false }
    const response = await fetch(url, bounded)
    const bytesMax = response.ok ? most : Math.min(most, FAILURE_BYTES_MAX)
    const packed = await readUpTo(bytesMax, response)
    const body = await decompress(packed, response.headers.get('content-encoding'), bytesMax)
    if (!(body instanceof Uint8Array)) throw new Error("the response is too large or can't be decompressed")
    return new Response(new Uint8Array(body), { status: response.status, headers: ofUnpacked(response) })
  }
}

async function readUpTo(bytesMax: number, { body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > bytesMax) throw new Error('the response is too large')
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
