import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

type Bytes = Uint8Array<ArrayBuffer>

/** A body in each encoding that is worth sending; `etag` is its hash, without quotes. */
export type EncodedBody = {
  type: string
  etag: string
  bytes: { identity: Bytes; br?: Bytes; gzip?: Bytes }
}

/** Compresses once, for bodies that are served many times. `quality` is brotli's 0 to 11. */
export function encodeBody(body: Bytes, type: string, quality: number): EncodedBody {
  const br = brotliCompressSync(body, brotliOptions(body, quality))
  return encoded(body, type, br, gzipSync(body, GZIP_OPTIONS))
}

const brotliLater = promisify(brotliCompress)
const gzipLater = promisify(gzip)

/** The most bytes that are compressed at each quality: 11 makes a page a tenth smaller than 9, and takes it 50 ms. */
const QUALITIES = [
  { most: 128 * 1024, quality: 11 },
  { most: 256 * 1024, quality: 9 },
  { most: Number.POSITIVE_INFINITY, quality: 5 },
] as const

/** The same for texts of any size: other requests are answered meanwhile, and a large text is not kept waiting for. */
export async function encodeText(text: string, type: string): Promise<EncodedBody> {
  const body = new TextEncoder().encode(text)
  const { quality } = QUALITIES.find(({ most }) => body.byteLength <= most) ?? QUALITIES[2]
  const compressed = [brotliLater(body, brotliOptions(body, quality)), gzipLater(body, GZIP_OPTIONS)] as const
  return encoded(body, type, ...(await Promise.all(compressed)))
}

/** The same left as it is, for a text that is worth no work. */
export function plainText({ text, type }: { text: string; type: string }): EncodedBody {
  const body = new TextEncoder().encode(text)
  return { type, etag: hash(body), bytes: { identity: body } }
}

const GZIP_OPTIONS = { level: 9 }

const brotliOptions = (body: Bytes, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  },
})

const encoded = (body: Bytes, type: string, br: Uint8Array, gzip: Uint8Array): EncodedBody => ({
  type,
  etag: hash(body),
  bytes: { identity: body, br: new Uint8Array(br), gzip: new Uint8Array(gzip) },
})

const hash = (body: Bytes) => Bun.hash(body).toString(36)

/** The answer with this body in the best encoding that the client takes; 304 when it has it already. */
export function encodedAnswer(
  request: Request,
  body: EncodedBody,
  headers: Record<string, string>,
  status = 200,
): Response {
  const encoding = chooseEncoding(request.headers.get('accept-encoding'), body)
  const etag = `"${body.etag}-${encoding}"`
  const about: Record<string, string> = { ...headers, etag, vary: 'accept-encoding' }
  if (status === 200 && hasAlready(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: about })
  }
  about['content-type'] = body.type
  if (encoding !== 'identity') about['content-encoding'] = encoding
  return new Response(body.bytes[encoding] ?? body.bytes.identity, { status, headers: about })
}

function chooseEncoding(accepted: string | null, { bytes }: EncodedBody): Encoding {
  if (accepted === null) return 'identity'
  if (bytes.br && accepts(accepted, 'br')) return 'br'
  if (bytes.gzip && accepts(accepted, 'gzip')) return 'gzip'
  return 'identity'
}

function accepts(accepted: string, encoding: Encoding): boolean {
  return accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/** If-None-Match compares weakly: a proxy may have marked the tag with W/. */
function hasAlready(known: string | null, etag: string): boolean {
  if (known === null) return false
  return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
