import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { S3Client } from 'bun'
import { showBytes } from '#domain/show-bytes.ts'
import { StartError } from '#src/errors.ts'
import { type FreeBytes, freeBytes, requireSpace } from './disk-space.ts'

/** A place in a bucket; `key` may be empty. */
export type S3Place = { bucket: string; key: string }

export type S3 = {
  /** Sends a file of so many bytes and asks whether it arrived. Throws StartError above `S3_MAX_BYTES`. */
  upload(file: FileHandle, bytes: number, place: S3Place): Promise<void>
  /** Writes what is at a place into a file. Throws StartError above `S3_MAX_BYTES`, and where the disk has no room. */
  download(place: S3Place, path: string): Promise<void>
}

/** Storage takes no larger object in one request: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export const S3_MAX_BYTES = 5 * 1024 ** 3

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

export const isS3Address = (text: string): boolean => text.startsWith('s3://')

/** Reads s3://bucket/some/prefix. Throws StartError for anything else. */
export function readS3Address(text: string): S3Place {
  const [, bucket, key = ''] = ADDRESS.exec(text) ?? []
  if (bucket === undefined) throw new StartError(`${text} is no address like s3://bucket/prefix.`)
  return { bucket, key: key.replace(/(?<!\/)\/+$/, '') }
}

export const showS3Address = ({ bucket, key }: S3Place) => `s3://${bucket}/${key}`

type Options = { silenceMs?: number; mostBytes?: number; free?: FreeBytes }

/**
 * Storage that speaks S3, with the keys, region and endpoint of the environment (S3_… or AWS_…). Throws StartError where
 * the keys are missing, for whatever the storage refuses, and when nothing has moved for `silenceMs`.
 */
export function openS3(
  env: Readonly<Record<string, string | undefined>>,
  { silenceMs = 60_000, mostBytes = S3_MAX_BYTES, free = freeBytes }: Options = {},
): S3 {
  const read = (name: string) => env[`S3_${name}`]?.trim() || env[`AWS_${name}`]?.trim() || undefined
  const accessKeyId = read('ACCESS_KEY_ID')
  const secretAccessKey = read('SECRET_ACCESS_KEY')
  if (!accessKeyId || !secretAccessKey) {
    throw new StartError(
      'S3 storage needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the same with AWS_, in the environment.',
    )
  }
  const clientFor = ({ bucket }: S3Place) =>
    new S3Client({
      accessKeyId,
      secretAccessKey,
      sessionToken: read('SESSION_TOKEN'),
      region: read('REGION'),
      endpoint: env.S3_ENDPOINT?.trim() || env.AWS_ENDPOINT_URL_S3?.trim() || read('ENDPOINT'),
      bucket,
    })
  /** Asks, and hands on what is answered while the watch still runs. The client would follow redirects, and wait for ever. */
  const ask = (method: Method, place: S3Place, talk: (request: Talk) => Promise<void>) =>
    attempt(place, async () => {
      const url = clientFor(place).presign(place.key, { method, expiresIn: SIGNED_SECONDS })
      using watch = watchFor(silenceMs)
      const send = async (init: RequestInit = {}) => {
        const headers = { ...init.headers, 'accept-encoding': 'identity' }
        const { signal } = watch
        const response = await fetch(url, { ...init, method, headers, signal, redirect: 'manual' })
        watch.heard()
        if (!response.ok) throw await refusalOf(response)
        return response
      }
      await talk({ send, heard: watch.heard })
    })

  const refuseLarge = (bytes: number, place: S3Place) => {
    if (bytes <= mostBytes) return
    throw new StartError(
      `${showS3Address(place)} is too large: one file in storage may have ${showBytes(mostBytes)}.`,
    )
  }

  return {
    upload: async (file, bytes, place) => {
      refuseLarge(bytes, place)
      await ask('PUT', place, async ({ send, heard }) => {
        const headers = { 'content-type': 'application/vnd.sqlite3', 'content-length': String(bytes) }
        const response = await send({ headers, body: chunksOf(file, heard) })
        await response.body?.cancel()
      })
      await ask('HEAD', place, async ({ send }) => {
        const size = Number((await send()).headers.get('content-length'))
        if (size !== bytes)
          throw new StartError(`${showS3Address(place)} holds ${size} bytes instead of ${bytes}.`)
      })
    },
    download: (place, path) =>
      ask('GET', place, async ({ send, heard }) => {
        const response = await send()
        const declared = Number(response.headers.get('content-length') ?? 0)
        refuseLarge(declared, place)
        requireSpace(dirname(path), declared, free)
        const file = await open(path, 'w', 0o600)
        let written = 0
        try {
          for await (const chunk of response.body ?? []) {
            heard()
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
type Talk = { send(init?: RequestInit): Promise<Response>; heard(): void }

/** The storage looks at this when a request begins, not when it ends. */
const SIGNED_SECONDS = 900
const CHUNK_BYTES = 256 * 1024
const MOST_OF_A_REFUSAL = 64 * 1024

/** A signal that comes when nothing has been `heard` for so long. */
function watchFor(silenceMs: number) {
  const controller = new AbortController()
  const stop = () => controller.abort(new Refusal('Timeout'))
  let timer = setTimeout(stop, silenceMs)
  return {
    signal: controller.signal,
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(stop, silenceMs)
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}

/** Each chunk is asked for when there is room for it on the way: that one is taken tells that things move. */
function chunksOf(file: FileHandle, heard: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (to) => {
      heard()
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES)
      if (bytesRead === 0) to.close()
      else to.enqueue(buffer.subarray(0, bytesRead))
    },
  })
}

/** What the storage, or the way to it, says no with: a code. */
class Refusal extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

async function refusalOf(response: Response): Promise<Error> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    return new Refusal('Redirect')
  }
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString('latin1')
    if (text.length > MOST_OF_A_REFUSAL) break
  }
  return new Refusal(/<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? `HTTP ${response.status}`)
}

const SENTENCES: Record<string, string> = {
  ConnectionClosed: 'broke off the connection',
  ECONNRESET: 'broke off the connection',
  Redirect: 'sends on to another address, which is not followed. Please check S3_ENDPOINT and S3_REGION',
  Timeout: 'did not answer in time (Timeout)',
}

/** Of what the storage says only the code is told: the rest may be a page of anything. */
async function attempt(place: S3Place, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof StartError || isOfDisk(error)) throw error
    const code = codeOf(error)
    const words = /^[\w ]{1,60}$/.test(code) ? code : 'UnknownError'
    const what = SENTENCES[words] ?? `refused or did not answer (${words})`
    throw new StartError(`The storage of ${showS3Address(place)} ${what}.`, { cause: error })
  }
}

/** A file's failure names the system's call, a connection's does not. */
const isOfDisk = (error: unknown) => error instanceof Error && 'syscall' in error

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
