import { open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { formatBytes } from '#domain/format-bytes.ts'
import { StartError } from '#src/errors.ts'
import { copyText } from './copy-text.ts'
import { type FreeBytes, freeBytes, requireSpace } from './disk-space.ts'
import { errorCode } from './error-code.ts'
import { tapped } from './stored-stream.ts'

/** `endpoint` and `region` override those of the settings. */
export type S3Location = {
  bucket: string
  key: string
  endpoint?: string | undefined
  region?: string | undefined
}

export type S3 = {
  /** Reads the object back and compares it. Throws StartError if it differs, or above S3_MAX_BYTES. */
  upload(body: ReadableStream<Uint8Array>, bytes: number, place: S3Location): Promise<void>
  /** Throws StartError above S3_MAX_BYTES, or if the disk is too full. */
  download(place: S3Location, path: string): Promise<void>
  /** Of objects directly below the key. */
  names(place: S3Location): Promise<string[]>
  remove(place: S3Location): Promise<void>
}

/** As in the settings. */
export type S3Keys = {
  s3AccessKeyId?: string | undefined
  s3SecretAccessKey?: string | undefined
  s3SessionToken?: string | undefined
  s3Endpoint?: string | undefined
  s3Region?: string | undefined
}

/** A single PUT: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
const S3_MAX_BYTES = 5 * 1024 ** 3

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?]*))?(?:\?(.*))?$/

export const isS3Address = (text: string): boolean => text.startsWith('s3://')

/** Null if it isn't an address like s3://bucket/prefix?endpoint=https://…&region=… */
export function parseS3Address(text: string): S3Location | null {
  const [, bucket, key = '', query = ''] = ADDRESS.exec(text) ?? []
  const { endpoint, region, ...others } = Object.fromEntries(new URLSearchParams(query))
  const isEndpoint = endpoint === undefined || (/^https?:\/\/[^@]+$/.test(endpoint) && URL.canParse(endpoint))
  if (bucket === undefined || !isEndpoint || Object.keys(others).length > 0) return null
  return { bucket, key: key.replace(/(?<!\/)\/+$/, ''), endpoint, region }
}

/** Throws StartError. */
export function readS3Address(text: string): S3Location {
  const place = parseS3Address(text)
  if (!place) throw new StartError(`${text} is not an address like s3://bucket/prefix.`)
  return place
}

export const below = (place: S3Location, name: string): S3Location => ({
  ...place,
  key: place.key === '' ? name : `${place.key}/${name}`,
})

export const showS3Address = ({ bucket, key }: Pick<S3Location, 'bucket' | 'key'>) => `s3://${bucket}/${key}`

type Options = { bytesMax?: number; free?: FreeBytes }

/**
 * Throws StartError without keys, on refusal, after a minute with less than 256 KB, and if a list takes five minutes.
 */
export function openS3(keys: S3Keys, { bytesMax = S3_MAX_BYTES, free = freeBytes }: Options = {}): S3 {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey, s3SessionToken } = keys
  if (!accessKeyId || !secretAccessKey) {
    throw new StartError(
      'S3 storage needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the same with AWS_, in the environment.',
    )
  }
  const sign = async (
    method: Method,
    { bucket, key, endpoint = keys.s3Endpoint, region = keys.s3Region }: S3Location,
    query: Record<string, string>,
  ) => {
    const host = endpoint || `s3.${region || 'us-east-1'}.amazonaws.com`
    const base = /^https?:/i.test(host) ? host : `https://${host}`
    const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
    const url = new URL(`${base.replace(/\/$/, '')}/${path}`)
    url.search = `${new URLSearchParams({ ...query, 'X-Amz-Expires': `${PRESIGNED_SECONDS}` })}`
    const isAmazon = url.hostname.endsWith('.amazonaws.com')
    const client = new AwsClient({
      ...{ accessKeyId, secretAccessKey, service: 's3' },
      ...(s3SessionToken ? { sessionToken: s3SessionToken } : {}),
      // The region is in Amazon's host names.
      ...(region || !isAmazon ? { region: region || 'auto' } : {}),
    })
    return (await client.sign(url, { method, aws: { signQuery: true } })).url
  }
  /** Presigned, so that a body is streamed. Bun's client follows redirects, and reads lists of any size. */
  const send = async (method: Method, place: S3Location, { signal }: Watch, init: Init = {}) => {
    const url = await sign(method, place, init.query ?? {})
    const headers = { ...init.headers, 'accept-encoding': 'identity' }
    const options = { ...init, method, headers, signal }
    const response = await fetch(url, { ...options, redirect: 'manual', decompress: false })
    if (!response.ok) throw await readError(response)
    return response
  }
  const connect = (place: S3Location, talk: (watch: Watch) => Promise<void>) =>
    attempt(place, async () => {
      using watch = watchProgress()
      await talk(watch)
    })

  const refuseLarge = (bytes: number, place: S3Location) => {
    if (bytes <= bytesMax) return
    throw new StartError(
      `${showS3Address(place)} is too large: a file in storage can be at most ${formatBytes(bytesMax)}.`,
    )
  }

  return {
    upload: async (body, bytes, place) => {
      refuseLarge(bytes, place)
      const [sent, stored] = [new Bun.CryptoHasher('sha256'), new Bun.CryptoHasher('sha256')]
      await connect(place, async (watch) => {
        const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes) }
        const counted = tapped(body, (chunk) => {
          watch.recordProgress()
          sent.update(chunk)
        })
        const response = await send('PUT', place, watch, { headers, body: counted })
        await response.body?.cancel()
      })
      await connect(place, async (watch) => {
        let size = 0
        for await (const chunk of (await send('GET', place, watch)).body ?? []) {
          watch.recordProgress(chunk.byteLength)
          size += chunk.byteLength
          if (size > bytes) break
          stored.update(chunk)
        }
        if (size !== bytes)
          throw new StartError(`${showS3Address(place)} holds ${size} bytes instead of ${bytes}.`)
      })
      if (sent.digest('hex') !== stored.digest('hex'))
        throw new StartError(`${showS3Address(place)} is not what was sent.`)
    },
    download: (place, path) =>
      connect(place, async (watch) => {
        const response = await send('GET', place, watch)
        const declared = Number(response.headers.get('content-length') ?? 0)
        refuseLarge(declared, place)
        requireSpace(dirname(path), declared, free)
        const file = await open(path, 'w', 0o600)
        let written = 0
        try {
          for await (const chunk of response.body ?? []) {
            watch.recordProgress(chunk.byteLength)
            written += chunk.byteLength
            refuseLarge(written, place)
            if (written > declared) requireSpace(dirname(path), chunk.byteLength, free)
            await file.appendFile(chunk)
          }
        } finally {
          await file.close()
        }
      }),
    names: async (place) => {
      const names: string[] = []
      const prefix = below(place, '').key
      await attempt(place, async () => {
        using watch = watchProgress(LISTING_MS)
        let query: Record<string, string> = { 'list-type': '2', delimiter: '/', prefix }
        for (let page = 0; page < PAGES_MAX; page++) {
          const text = await readList(await send('GET', { ...place, key: '' }, watch, { query }))
          const keys = text.matchAll(/<Key>([^<]{1,1024})<\/Key>/g).take(KEYS_MAX)
          names.push(...keys.map(([, key = '']) => copyText(basename(key))))
          const [, token] = /<NextContinuationToken>([^<]+)</.exec(text) ?? []
          if (token === undefined) return
          query = { ...query, 'continuation-token': token.replaceAll('&amp;', '&') }
        }
        throw new StorageError('TooManyNames')
      })
      return names
    },
    remove: (place) =>
      connect(place, async (watch) => {
        await (await send('DELETE', place, watch)).body?.cancel()
      }),
  }
}

type Method = 'PUT' | 'GET' | 'DELETE'
type Init = {
  headers?: Record<string, string>
  body?: ReadableStream<Uint8Array>
  query?: Record<string, string>
}
type Watch = { signal: AbortSignal; recordProgress(bytes?: number): void }

const SILENCE_MS = 60_000
/** Checked only when a request begins. */
const PRESIGNED_SECONDS = 900
const PROGRESS_BYTES = 256 * 1024
const LISTING_MS = 5 * 60_000
const PAGES_MAX = 100
/** A page has at most as many, of at most 1,024 bytes each, which may be escaped. */
const KEYS_MAX = 1000
const LIST_BYTES_MAX = 8 * 1024 ** 2
/** Storage allows 15 minutes. */
const CLOCK_MS_MAX = 10 * 60_000
const REFUSAL_BYTES_MAX = 64 * 1024

/** Storage that sends a byte a minute must not keep a backup running forever. */
function watchProgress(allowedMs = SILENCE_MS) {
  const controller = new AbortController()
  const stop = () => controller.abort(new StorageError('Timeout'))
  let timer = setTimeout(stop, allowedMs)
  let received = 0
  return {
    signal: controller.signal,
    recordProgress: (bytes = PROGRESS_BYTES) => {
      received += bytes
      if (received < PROGRESS_BYTES) return
      received = 0
      clearTimeout(timer)
      timer = setTimeout(stop, allowedMs)
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}

class StorageError extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

async function readError(response: Response): Promise<Error> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    return new StorageError('Redirect')
  }
  const { text } = await readStart(response, REFUSAL_BYTES_MAX)
  // Expired and future signatures are refused in other words by each kind of storage.
  const there = Date.parse(response.headers.get('date') ?? '')
  if (response.status === 403 && Math.abs(there - Date.now()) > CLOCK_MS_MAX)
    return new StorageError('RequestTimeTooSkewed')
  return new StorageError(/<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? `HTTP ${response.status}`)
}

async function readList(response: Response): Promise<string> {
  const { text, isWhole } = await readStart(response, LIST_BYTES_MAX)
  if (!isWhole) throw new StorageError('LongList')
  if (!text.includes('<ListBucketResult')) throw new StorageError('NoList')
  return text
}

async function readStart({ body }: Response, most: number) {
  const start = new Bun.ArrayBufferSink()
  let size = 0
  for await (const chunk of body ?? []) {
    size += start.write(chunk)
    if (size > most) break
  }
  return { text: new TextDecoder().decode(start.end()), isWhole: size <= most }
}

const FULL = 'is full'
const WRONG_KEYS = 'refuses the keys. Please check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'

const EXPLANATIONS: Record<string, string> = {
  InvalidAccessKeyId: WRONG_KEYS,
  SignatureDoesNotMatch: WRONG_KEYS,
  RequestTimeTooSkewed: "refuses requests because this machine's clock is wrong. Please set it",
  QuotaExceeded: FULL,
  XMinioStorageFull: FULL,
  InsufficientStorage: FULL,
  'HTTP 507': FULL,
  ConnectionClosed: 'closed the connection',
  ECONNRESET: 'closed the connection',
  Redirect: 'redirects to another address, which is not followed. Please check S3_ENDPOINT and S3_REGION',
  Timeout: 'did not respond in time (Timeout)',
  LongList: 'sent a list of files that is far too long',
  NoList: 'did not send a list of its files. Please check S3_ENDPOINT',
  TooManyNames: 'has more than 100,000 files there. Please use an address of its own for each site',
}

/** Shows error codes only: response bodies could contain anything. */
async function attempt(place: S3Location, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof StartError || isOfDisk(error)) throw error
    const code = errorCode(error)
    const words = /^[\w ]{1,60}$/.test(code) ? code : 'UnknownError'
    const what = EXPLANATIONS[words] ?? `refused the request or did not respond (${words})`
    throw new StartError(`The storage of ${showS3Address(place)} ${what}.`, { cause: error })
  }
}

/** File errors name a syscall; connection errors don't. */
const isOfDisk = (error: unknown) => error instanceof Error && 'syscall' in error
