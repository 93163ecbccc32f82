import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { parseAddress } from '#src/lib/addresses.ts'
import { type Answer, errorFailure, type Reading, readAnswer } from './answer.ts'
import {
  abortFailure,
  BROKEN_ANSWER,
  CUT_SHORT,
  type Failure,
  NO_CONNECTION,
  NOT_ALLOWED,
  TOO_LARGE,
} from './failures.ts'
import { hostOf } from './target.ts'

type Asking = Reading & {
  /** The only addresses that are connected to, whatever the name in the URL stands for by now. */
  addresses: string[]
  headers: Record<string, string>
  /** With one, it is a POST. */
  body?: Uint8Array
  signal: AbortSignal
}

/** One has fifty or so of a hundred bytes; Node's own bound could be moved by a variable in the environment. */
const MOST_HEADER_BYTES = 16 * 1024

/** All before and after a body, and what may be around its chunks, as a multiple of it: neither carries anything. */
const MOST_BYTES_AROUND = 4 * MOST_HEADER_BYTES
const MOST_OVERHEAD = 2

/** Answers that only announce one. */
const MOST_HINTS = 10

/** Time until the next address of a name is tried. */
const NEXT_ADDRESS_MS = 2_000

/**
 * Sends one request and reads its answer, without following a redirect. Not through `fetch`, nor with an agent: those ask
 * for the name's address again, or take a connection that was made earlier for another.
 */
export function request(url: URL, asking: Asking): Promise<Answer | Failure> {
  const { addresses, headers, body, signal } = asking
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

    let received = 0
    let hasHead = false
    const count = (bytes: Uint8Array) => {
      received += bytes.byteLength
      const most = MOST_BYTES_AROUND + (hasHead ? MOST_OVERHEAD * asking.mostBytes : 0)
      if (received > most) settle(hasHead ? TOO_LARGE : BROKEN_ANSWER)
    }

    call.on('socket', (socket) => {
      // The parser listens first: by now it has taken a head that is in these bytes.
      socket.on('data', count)
      // Belt and braces: should a runtime ever pass over the pinned addresses, nothing is read from the other.
      socket.on('connect', () => {
        if (!isOneOf(addresses, socket.remoteAddress)) settle(NOT_ALLOWED)
      })
    })
    call.on('response', (response) => {
      failedSoFar = CUT_SHORT
      hasHead = true
      readAnswer(response, asking, settle)
    })
    let hints = 0
    call.on('information', () => {
      if (++hints > MOST_HINTS) settle(BROKEN_ANSWER)
    })
    call.on('upgrade', (_, socket) => {
      socket.destroy()
      settle(BROKEN_ANSWER)
    })
    call.on('error', (error) => settle(errorFailure(error) ?? failedSoFar))
    call.on('close', () => settle(failedSoFar))
    if (signal.aborted) stop()
    else call.end(body)
  })
}

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
