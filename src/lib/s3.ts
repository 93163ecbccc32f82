import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { S3Client } from 'bun'
import { formatBytes } from '#domain/format-bytes.ts'
import { StartError } from '#src/errors.ts'
import { type FreeBytes, freeBytes, requireSpace } from './disk-space.ts'
import { errorCode } from './error-code.ts'
import { rejectOnAbort } from './reject-on-abort.ts'
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
  /** Objects directly below the key, without it. */
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

/** Throws StartError without keys, on refusal, or after a minute without progress. */
export function openS3(keys: S3Keys, { bytesMax = S3_MAX_BYTES, free = freeBytes }: Options = {}): S3 {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = keys
  if (!accessKeyId || !secretAccessKey) {
    throw new StartError(
      'S3 storage needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the same with AWS_, in the environment.',
    )
  }
  const clientFor = ({ bucket, endpoint = keys.s3Endpoint, region = keys.s3Region }: S3Location) =>
    new S3Client({
      ...{ accessKeyId, secretAccessKey, bucket },
      ...(keys.s3SessionToken ? { sessionToken: keys.s3SessionToken } : {}),
      ...(region ? { region } : {}),
      ...(endpoint ? { endpoint } : {}),
    })
  /** Presigned requests through fetch: Bun's client follows redirects and has no timeout. */
  const connect = (method: Method, place: S3Location, talk: (request: Connection) => Promise<void>) =>
    attempt(place, async () => {
      const url = clientFor(place).presign(place.key, { method, expiresIn: PRESIGNED_SECONDS })
      using watch = watchProgress()
      const send = async (init: RequestInit = {}) => {
        const headers = { ...init.headers, 'accept-encoding': 'identity' }
        const { signal } = watch
        const response = await fetch(url, { ...init, method, headers, signal, redirect: 'manual' })
        watch.recordProgress()
        if (!response.ok) throw await readError(response)
        return response
      }
      await talk({ send, recordProgress: watch.recordProgress })
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
      await connect('PUT', place, async ({ send, recordProgress }) => {
        const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes) }
        const counted = tapped(body, (chunk) => {
          recordProgress()
          sent.update(chunk)
        })
        const response = await send({ headers, body: counted })
        await response.body?.cancel()
      })
      await connect('GET', place, async ({ send, recordProgress }) => {
        let size = 0
        for await (const chunk of (await send()).body ?? []) {
          recordProgress()
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
      connect('GET', place, async ({ send, recordProgress }) => {
        const response = await send()
        const declared = Number(response.headers.get('content-length') ?? 0)
        refuseLarge(declared, place)
        requireSpace(dirname(path), declared, free)
        const file = await open(path, 'w', 0o600)
        let written = 0
        try {
          for await (const chunk of response.body ?? []) {
            recordProgress()
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
        let after: string | undefined
        for (let page = 0; page < PAGES_MAX; page++) {
          using watch = watchProgress()
          const request = clientFor(place).list({ prefix, ...(after ? { startAfter: after } : {}) })
          const { contents = [], isTruncated } = await rejectOnAbort(request, watch.signal)
          names.push(
            ...contents.map(({ key }) => key.slice(prefix.length)).filter((name) => !name.includes('/')),
          )
          after = contents.at(-1)?.key
          if (!isTruncated || after === undefined) break
        }
      })
      return names
    },
    remove: (place) =>
      connect('DELETE', place, async ({ send }) => {
        await (await send()).body?.cancel()
      }),
  }
}

type Method = 'PUT' | 'GET' | 'DELETE'
type Connection = { send(init?: RequestInit): Promise<Response>; recordProgress(): void }

const SILENCE_MS = 60_000
/** Checked only when a request begins. */
const PRESIGNED_SECONDS = 900
/** Of 1,000 names each. */
const PAGES_MAX = 100
/** Storage allows 15 minutes. */
const CLOCK_MS_MAX = 10 * 60_000
const REFUSAL_BYTES_MAX = 64 * 1024

function watchProgress() {
  const controller = new AbortController()
  const stop = () => controller.abort(new StorageError('Timeout'))
  let timer = setTimeout(stop, SILENCE_MS)
  return {
    signal: controller.signal,
    recordProgress: () => {
      clearTimeout(timer)
      timer = setTimeout(stop, SILENCE_MS)
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
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString('latin1')
    if (text.length > REFUSAL_BYTES_MAX) break
  }
  // Expired and future signatures are refused in other words by each kind of storage.
  const there = Date.parse(response.headers.get('date') ?? '')
  if (response.status === 403 && Math.abs(there - Date.now()) > CLOCK_MS_MAX)
    return new StorageError('RequestTimeTooSkewed')
  return new StorageError(/<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? `HTTP ${response.status}`)
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
