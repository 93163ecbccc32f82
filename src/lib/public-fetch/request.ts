import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { parseAddress } from '#src/lib/addresses.ts'
import {
  abortFailure,
  type Failure,
  INTERRUPTED,
  MALFORMED_RESPONSE,
  NO_CONNECTION,
  NOT_ALLOWED,
  TOO_LARGE,
} from './failures.ts'
import { type BodyOptions, errorFailure, type FetchedResponse, readResponse } from './response.ts'
import { hostOf } from './target.ts'

type RequestOptions = BodyOptions & {
  /** Connects only to these, whatever the name resolves to now (DNS rebinding). */
  addresses: string[]
  headers: Record<string, string>
  body?: Uint8Array
  signal: AbortSignal
}

/** An environment variable can change Node's limit. */
const HEADER_BYTES_MAX = 16 * 1024

/** Headers and chunk overhead could be endless. */
const OVERHEAD_BYTES_MAX = 4 * HEADER_BYTES_MAX
const OVERHEAD_FACTOR_MAX = 2

const HINTS_MAX = 10

const NEXT_ADDRESS_MS = 2_000

/** Without redirects. `fetch` and agents would resolve the name again or reuse a connection. */
export function request(url: URL, requestOptions: RequestOptions): Promise<FetchedResponse | Failure> {
  const { addresses, headers, body, signal } = requestOptions
  return new Promise((resolve) => {
    let failedSoFar = NO_CONNECTION
    const options = {
      ...tlsOptions(url),
      host: hostOf(url),
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      path: url.pathname + url.search,
      method: body ? 'POST' : 'GET',
      headers: {
        ...headers,
        ...(body ? { 'content-length': body.byteLength } : {}),
        host: url.host,
        connection: 'close',
      },
      agent: false,
      lookup: pinnedTo(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
    }
    const call = url.protocol === 'https:' ? https.request(options) : http.request(options)

    const settle = (result: FetchedResponse | Failure) => {
      resolve(result)
      signal.removeEventListener('abort', stop)
      call.destroy()
    }
    const stop = () => settle(abortFailure(signal))
    signal.addEventListener('abort', stop)

    let received = 0
    let hasHead = false
    const count = (bytes: Uint8Array) => {
      received += bytes.byteLength
      const most = OVERHEAD_BYTES_MAX + (hasHead ? OVERHEAD_FACTOR_MAX * requestOptions.bytesMax : 0)
      if (received > most) settle(hasHead ? TOO_LARGE : MALFORMED_RESPONSE)
    }

    call.on('socket', (socket) => {
      // The parser listens first, so it has parsed the headers in these bytes.
      socket.on('data', count)
      // Defense in depth, should a runtime ignore the pinned addresses.
      socket.on('connect', () => {
        if (!isOneOf(addresses, socket.remoteAddress)) settle(NOT_ALLOWED)
      })
    })
    call.on('response', (response) => {
      failedSoFar = INTERRUPTED
      hasHead = true
      readResponse(response, requestOptions, settle)
    })
    let hints = 0
    call.on('information', () => {
      if (++hints > HINTS_MAX) settle(MALFORMED_RESPONSE)
    })
    call.on('upgrade', (_, socket) => {
      socket.destroy()
      settle(MALFORMED_RESPONSE)
    })
    call.on('error', (error) => settle(errorFailure(error) ?? failedSoFar))
    call.on('close', () => settle(failedSoFar))
    if (signal.aborted) stop()
    else call.end(body)
  })
}

/** Certificates must be valid for the URL's host; environment variables can't change that. */
function tlsOptions(url: URL): https.RequestOptions {
  const host = hostOf(url)
  return { rejectUnauthorized: true, ...(isIP(host) === 0 ? { servername: host } : {}) }
}

function pinnedTo(addresses: string[]): LookupFunction {
  const pins = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all }, callback) => {
    const first = pins[0]
    if (all) callback(null, pins)
    else if (first) callback(null, first.address, first.family)
  }
}

function isOneOf(addresses: string[], address: string | undefined): boolean {
  const peer = canonical(address ?? '')
  return peer !== null && addresses.some((known) => canonical(known) === peer)
}

const canonical = (address: string) => parseAddress(address)?.toString() ?? null
