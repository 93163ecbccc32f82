import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { parseAddress } from '#src/lib/addresses.ts'
import {
  BAD_CERTIFICATE,
  BROKEN_ANSWER,
  CUT_SHORT,
  type Failure,
  NO_CONNECTION,
  NOT_ALLOWED,
  TOO_LARGE,
} from './failures.ts'
import { abortFailure } from './resolve.ts'
import { hostOf } from './target.ts'

/** What a server says before the body. */
export type Head = {
  status: number
  location: string | null
  contentType: string | null
  contentEncoding: string | null
}

/** `body` is as it travelled, and empty where it was not wanted. */
export type Answer = Head & { body: Uint8Array }

type Asking = {
  /** The only addresses that are connected to, whatever the name in the URL stands for by now. */
  addresses: string[]
  headers: Record<string, string>
  signal: AbortSignal
  /** Whether the body after this head is to be read. */
  wantsBody: (head: Head) => boolean
  mostBytes: number
  /** A body of more than `mostBytes`: is it to be cut there, rather than a failure? */
  cuts: boolean
}

/** One has fifty or so of a hundred bytes; Node's own bound could be moved by a variable in the environment. */
const MOST_HEADER_BYTES = 16 * 1024

/** Time until the next address of a name is tried. */
const NEXT_ADDRESS_MS = 2_000

/**
 * Sends one GET and reads its answer, without following a redirect. Not through `fetch`, nor with an agent: those ask
 * for the name's address again, or take a connection that was made earlier for another.
 */
export function request(url: URL, asking: Asking): Promise<Answer | Failure> {
  const { addresses, headers, signal } = asking
  return new Promise((resolve) => {
    let failedSoFar = NO_CONNECTION
    const options = {
      ...tlsOptions(url),
      host: hostOf(url),
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      path: url.pathname + url.search,
      method: 'GET',
      headers: { ...headers, host: url.host, connection: 'close' },
      agent: false,
      lookup: pinnedTo(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      maxHeaderSize: MOST_HEADER_BYTES,
    }
    const call = url.protocol === 'https:' ? https.request(options) : http.request(options)

    const settle = (result: Answer | Failure) => {
      resolve(result)
      signal.removeEventListener('abort', stop)
      call.destroy()
    }
    const stop = () => settle(abortFailure(signal))
    signal.addEventListener('abort', stop)

    call.on('socket', (socket) => {
      // Belt and braces: should a runtime ever pass over the pinned addresses, nothing is read from the other.
      socket.on('connect', () => {
        if (!isOneOf(addresses, socket.remoteAddress)) settle(NOT_ALLOWED)
      })
    })
    call.on('response', (response) => {
      failedSoFar = CUT_SHORT
      readAnswer(response, asking, settle)
    })
    call.on('upgrade', (_, socket) => {
      socket.destroy()
      settle(BROKEN_ANSWER)
    })
    call.on('error', (error) => settle(failureOf(error) ?? failedSoFar))
    call.on('close', () => settle(failedSoFar))
    if (signal.aborted) stop()
    else call.end()
  })
}

function readAnswer(
  response: IncomingMessage,
  { wantsBody, mostBytes, cuts }: Asking,
  settle: (result: Answer | Failure) => void,
): void {
  const head = headOf(response)
  const chunks: Uint8Array[] = []
  let size = 0
  const finish = () => settle({ ...head, body: Buffer.concat(chunks).subarray(0, mostBytes) })
  const isTooLarge = (bytes: number) => bytes > mostBytes && !cuts

  response.on('error', (error) => settle(failureOf(error) ?? CUT_SHORT))
  response.on('aborted', () => settle(CUT_SHORT))
  if (!wantsBody(head)) {
    finish()
    return
  }
  if (isTooLarge(Number(response.headers['content-length'] ?? 0))) {
    settle(TOO_LARGE)
    return
  }
  response.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk)
    size += chunk.byteLength
    if (isTooLarge(size)) settle(TOO_LARGE)
    else if (size > mostBytes) finish()
  })
  response.on('end', () => (response.complete ? finish() : settle(CUT_SHORT)))
}

const headOf = ({ statusCode = 0, headers }: IncomingMessage): Head => ({
  status: statusCode,
  location: headers.location ?? null,
  contentType: headers['content-type'] ?? null,
  contentEncoding: headers['content-encoding'] ?? null,
})

/** Whatever the environment says, a certificate counts only when it is valid for the name in the URL. */
function tlsOptions(url: URL): https.RequestOptions {
  const host = hostOf(url)
  return { rejectUnauthorized: true, ...(isIP(host) === 0 ? { servername: host } : {}) }
}

function pinnedTo(addresses: string[]): LookupFunction {
  const pins = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all }, tell) => {
    const first = pins[0]
    if (all) tell(null, pins)
    else if (first) tell(null, first.address, first.family)
  }
}

function isOneOf(addresses: string[], address: string | undefined): boolean {
  const peer = canonical(address ?? '')
  return peer !== null && addresses.some((known) => canonical(known) === peer)
}

const canonical = (address: string) => parseAddress(address)?.toString() ?? null

/** What an error tells by its code; null where it tells no more than that it ended. */
function failureOf(error: NodeJS.ErrnoException): Failure | null {
  const { code = '' } = error
  if (code.startsWith('HPE_')) return BROKEN_ANSWER
  return /CERT|ISSUER|SELF_SIGNED|VERIFY/.test(code) ? BAD_CERTIFICATE : null
}
