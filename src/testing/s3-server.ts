export type S3Fault =
  | 'refusing'
  | 'failing'
  | 'a page instead'
  | 'breaking off'
  | 'losing the end'
  | 'silent'
  | 'silent half-way'
  | 'endless'
  | 'dripping'
  | 'packed'
  | 'listing the same again'
  | 'sending on'
  | 'full'
  | 'in another time'
  | 'changing a byte'
  | 'keeping all'

const KEY = 'AKIAEXAMPLE'
const SECRET = 'a-secret-nobody-tells'

const xml = (text: string, status = 200) =>
  new Response(`<?xml version="1.0"?>${text}`, { status, headers: { 'content-type': 'application/xml' } })
const refusal = (status: number, code: string) =>
  xml(`<Error><Code>${code}</Code><Message>${KEY} may not\ndo this</Message></Error>`, status)

const halfOf = (bytes: Uint8Array<ArrayBuffer>) =>
  new ReadableStream({ start: (to) => to.enqueue(bytes.slice(0, bytes.length / 2)) })

/** Has no length; stops when the client disconnects. */
const endless = () => new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536)) })

/** 64 MB in 64 KB. */
const packed = () =>
  new Response(Bun.gzipSync(new Uint8Array(64 * 1024 ** 2)), { headers: { 'content-encoding': 'gzip' } })

/** Checks credentials. `sendsTo` is a redirect target. */
export function s3Server({ sendsTo = '' } = {}) {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const received = Promise.withResolvers<void>()
  let fault: S3Fault | null = null
  let requests = 0
  let drip: (() => void) | null = null
  const dripping = () =>
    new ReadableStream({
      start: (to) => {
        drip = () => to.enqueue(new Uint8Array(1))
      },
    })

  /** Two names a page. */
  function listing(bucket: string, query: URLSearchParams): Response {
    if (fault === 'endless') return new Response(endless())
    if (fault === 'packed') return packed()
    if (fault === 'dripping') return new Response(dripping())
    const prefix = `${bucket.replace(/\/$/, '')}/${query.get('prefix') ?? ''}`
    const after = fault === 'listing the same again' ? '' : (query.get('continuation-token') ?? '')
    const keys = [...objects.keys()]
      .filter((path) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'))
      .map((path) => path.slice(path.indexOf('/') + 1))
    const rest = keys.sort().filter((key) => key > after)
    const shown = rest.slice(0, 2).map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
    const next = rest.length > 2 ? `<NextContinuationToken>${rest[1]}</NextContinuationToken>` : ''
    return xml(`<ListBucketResult>${next}${shown.join('')}</ListBucketResult>`)
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      requests += 1
      const { pathname, searchParams } = new URL(request.url)
      const path = decodeURIComponent(pathname.slice(1))
      if (fault === 'in another time') {
        const date = new Date(Date.now() - 3_600_000).toUTCString()
        return new Response(null, { status: 403, headers: { date } })
      }
      const isSigned = searchParams.get('X-Amz-Credential')?.startsWith(`${KEY}/`)
      if (!isSigned) return refusal(403, 'InvalidAccessKeyId')
      if (fault === 'refusing') return refusal(403, 'AccessDenied')
      if (fault === 'failing') return refusal(500, 'InternalError')
      if (fault === 'a page instead') return new Response('<html>Please wait</html>', { status: 502 })
      if (fault === 'breaking off') {
        await request.body?.getReader().read()
        setTimeout(() => server.stop(true))
        return new Promise<Response>(() => undefined)
      }
      if (fault === 'sending on') return Response.redirect(sendsTo, 307)
      if (fault === 'silent') {
        received.resolve()
        return new Promise<Response>(() => undefined)
      }
      if (searchParams.has('list-type')) return listing(path, searchParams)
      const body = await request.bytes()
      switch (request.method) {
        case 'PUT': {
          if (request.headers.get('content-length') !== String(body.length))
            return refusal(411, 'MissingContentLength')
          if (fault === 'full') return refusal(507, 'InsufficientStorage')
          objects.set(path, fault === 'losing the end' ? body.slice(0, -1) : body)
          if (fault === 'changing a byte') body[body.length >> 1] = ~(body[body.length >> 1] ?? 0)
          return new Response('', { headers: { etag: '"e"' } })
        }
        case 'DELETE': {
          if (fault === 'keeping all') return refusal(403, 'AccessDenied')
          objects.delete(path)
          return new Response(null, { status: 204 })
        }
        default: {
          const object = objects.get(path)
          if (!object) return refusal(404, 'NoSuchKey')
          if (fault === 'endless') return new Response(endless())
          if (fault === 'packed') return packed()
          if (fault === 'dripping') return new Response(dripping())
          if (fault === 'silent half-way') return new Response(halfOf(object))
          return new Response(object, { headers: { etag: '"e"', 'content-length': String(object.length) } })
        }
      }
    },
  })

  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    /** The same as in the settings. */
    keys: { s3Endpoint: `http://127.0.0.1:${server.port}`, s3AccessKeyId: KEY, s3SecretAccessKey: SECRET },
    /** Keyed by bucket and key. */
    objects,
    /** Resolves when a request gets no response. */
    received: received.promise,
    requests: () => requests,
    isDripping: () => drip !== null,
    /** Sends a byte of a dripping response. */
    drip: () => drip?.(),
    setFault: (next: S3Fault | null) => {
      fault = next
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
