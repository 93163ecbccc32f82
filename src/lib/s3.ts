import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { S3Client } from 'bun'
import { formatBytes } from '#domain/format-bytes.ts'
import { StartError } from '#src/errors.ts'
import { type FreeBytes, freeBytes, requireSpace } from './disk-space.ts'
import { errorCode } from './error-code.ts'

export type S3Location = { bucket: string; key: string }

export type S3 = {
  /** Verifies the stored size. Throws StartError above S3_MAX_BYTES. */
  upload(file: FileHandle, bytes: number, place: S3Location): Promise<void>
  /** Throws StartError above S3_MAX_BYTES, or if the disk is too full. */
  download(place: S3Location, path: string): Promise<void>
}

/** A single PUT: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
const S3_MAX_BYTES = 5 * 1024 ** 3

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

export const isS3Address = (text: string): boolean => text.startsWith('s3://')

export function readS3Address(text: string): S3Location {
  const [, bucket, key = ''] = ADDRESS.exec(text) ?? []
  if (bucket === undefined) throw new StartError(`${text} is not an address like s3://bucket/prefix.`)
  return { bucket, key: key.replace(/(?<!\/)\/+$/, '') }
}

export const showS3Address = ({ bucket, key }: S3Location) => `s3://${bucket}/${key}`

type Options = { bytesMax?: number; free?: FreeBytes }

/** Reads S3_… or AWS_… variables. Throws StartError without keys, on refusal, or after a minute without progress. */
export function openS3(
  env: Readonly<Record<string, string | undefined>>,
  { bytesMax = S3_MAX_BYTES, free = freeBytes }: Options = {},
): S3 {
  const read = (name: string) => env[`S3_${name}`]?.trim() || env[`AWS_${name}`]?.trim() || undefined
  const accessKeyId = read('ACCESS_KEY_ID')
  const secretAccessKey = read('SECRET_ACCESS_KEY')
  if (!accessKeyId || !secretAccessKey) {
    throw new StartError(
      'S3 storage needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the same with AWS_, in the environment.',
    )
  }
  const clientFor = ({ bucket }: S3Location) =>
    new S3Client({
      accessKeyId,
      secretAccessKey,
      sessionToken: read('SESSION_TOKEN'),
      region: read('REGION'),
      endpoint: env.S3_ENDPOINT?.trim() || env.AWS_ENDPOINT_URL_S3?.trim() || read('ENDPOINT'),
      bucket,
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
    upload: async (file, bytes, place) => {
      refuseLarge(bytes, place)
      await connect('PUT', place, async ({ send, recordProgress }) => {
        const headers = { 'content-type': 'application/vnd.sqlite3', 'content-length': String(bytes) }
        const response = await send({ headers, body: chunksOf(file, recordProgress) })
        await response.body?.cancel()
      })
      await connect('HEAD', place, async ({ send }) => {
        const size = Number((await send()).headers.get('content-length'))
        if (size !== bytes)
          throw new StartError(`${showS3Address(place)} holds ${size} bytes instead of ${bytes}.`)
      })
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
  }
}

type Method = 'PUT' | 'HEAD' | 'GET'
type Connection = { send(init?: RequestInit): Promise<Response>; recordProgress(): void }

const SILENCE_MS = 60_000
/** Checked only when a request begins. */
const PRESIGNED_SECONDS = 900
const CHUNK_BYTES = 256 * 1024
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

/** Each pull shows that the transfer progresses. */
function chunksOf(file: FileHandle, recordProgress: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (to) => {
      recordProgress()
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES)
      if (bytesRead === 0) to.close()
      else to.enqueue(buffer.subarray(0, bytesRead))
    },
  })
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
  return new StorageError(/<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? `HTTP ${response.status}`)
}

const EXPLANATIONS: Record<string, string> = {
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
