/** What the storage may be made to suffer from. */
export type S3Fault =
  | 'refusing'
  | 'failing'
  | 'a page instead'
  | 'breaking off'
  | 'losing the end'
  | 'failing late'

const KEY = 'AKIAEXAMPLE'

const xml = (text: string, status = 200) =>
  new Response(`<?xml version="1.0"?>${text}`, { status, headers: { 'content-type': 'application/xml' } })
const refusal = (status: number, code: string) =>
  xml(`<Error><Code>${code}</Code><Message>${KEY} may not\ndo this</Message></Error>`, status)

/** Storage on loopback that takes objects as S3 does, whole or in parts, from whoever signs with the right key. */
export function s3Server() {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const uploads = new Map<string, Map<number, Uint8Array<ArrayBuffer>>>()
  let fault: S3Fault | null = null
  let requests = 0

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      requests += 1
      const { pathname, searchParams } = new URL(request.url)
      const path = decodeURIComponent(pathname.slice(1))
      const isSigned = request.headers.get('authorization')?.startsWith(`AWS4-HMAC-SHA256 Credential=${KEY}/`)
      if (!isSigned) return refusal(403, 'InvalidAccessKeyId')
      if (fault === 'refusing') return refusal(403, 'AccessDenied')
      if (fault === 'failing') return refusal(500, 'InternalError')
      if (fault === 'a page instead') return new Response('<html>Please wait</html>', { status: 502 })
      if (fault === 'breaking off' && request.method !== 'HEAD') {
        await request.body?.getReader().read()
        setTimeout(() => server.stop(true))
        return new Promise<Response>(() => undefined)
      }
      const body = await request.bytes()
      const upload = searchParams.get('uploadId')
      switch (request.method) {
        case 'PUT': {
          const kept = fault === 'losing the end' ? body.slice(0, -1) : body
          if (upload === null) objects.set(path, kept)
          else uploads.get(upload)?.set(Number(searchParams.get('partNumber')), kept)
          return new Response('', { headers: { etag: '"e"' } })
        }
        case 'POST': {
          if (upload === null) {
            const id = crypto.randomUUID()
            uploads.set(id, new Map())
            return xml(
              `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
            )
          }
          // S3 may begin to answer well and then think better of it.
          if (fault === 'failing late') return refusal(200, 'InternalError')
          const parts = [...(uploads.get(upload) ?? [])].sort(([a], [b]) => a - b)
          objects.set(path, Buffer.concat(parts.map(([, part]) => part)))
          uploads.delete(upload)
          return xml('<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>')
        }
        case 'DELETE':
          if (upload !== null) uploads.delete(upload)
          return new Response(null, { status: 204 })
        default: {
          const object = objects.get(path)
          if (!object) return refusal(404, 'NoSuchKey')
          return new Response(object, { headers: { etag: '"e"', 'content-length': String(object.length) } })
        }
      }
    },
  })

  return {
    /** What the environment says of it. */
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: 'a-secret-nobody-tells',
    },
    /** What it holds, by bucket and key. */
    objects,
    unfinishedUploads: () => uploads.size,
    requests: () => requests,
    suffer: (next: S3Fault | null) => {
      fault = next
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
