export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * A fetch that follows no redirect, which could carry a key to another host, and answers when the body is complete.
 * Throws when that is larger than `most` bytes.
 */
export function boundedFetch(fetch: Fetch, most: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > most) throw new Error('the answer is too large')
      chunks.push(chunk)
    }
    // What the body was encoded with is undone by now.
    const headers = new Headers(response.headers)
    headers.delete('content-encoding')
    headers.delete('content-length')
    return new Response(Buffer.concat(chunks), { status: response.status, headers })
  }
}
