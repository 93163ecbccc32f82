import { lookup } from 'node:dns/promises'
import http from 'node:http'
import net from 'node:net'
import { isPublicAddress } from '#src/lib/public-fetch/public-address.ts'
import { createPublicFetch } from '#src/lib/public-fetch/public-fetch.ts'
import { PUBLIC, spellings } from '#src/testing/address-spellings.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import {
  at,
  NOT_PUBLIC,
  OPEN,
  PRIVATE_NAMES,
  REDIRECTS,
  redirectTo,
  startFakeInternet,
} from './fake-internet.ts'

/**
 * Runs in its own network namespace: tries to lead the page reader to private addresses, and prints results as JSON.
 */

const REBINDINGS = 50
/** Coprime with the spellings per address (28 or 15), so that each address and each kind of spelling is tried. */
const REDIRECT_EVERY = shortOrLong(11, 1)

const { names, reached, serverNames } = await startFakeInternet()
const never = new AbortController().signal
const options = { allowPrivate: false, userAgent: 'Passwright/1' }
const fetchPage = createPublicFetch({
  ...options,
  limits: { lookupMs: WAIT_MS, totalMs: WAIT_MS, robotsMs: WAIT_MS },
})
const fetchSilent = createPublicFetch({ ...options, limits: { lookupMs: 200 } })

async function read(url: string, fetch = fetchPage): Promise<string> {
  const result = await fetch(url, never)
  return result.kind === 'page' ? Buffer.from(result.body).toString() : result.reason
}

async function readAll(urls: string[]) {
  const before = reached.length
  const outcomes: Record<string, number> = {}
  for (const url of urls) {
    const outcome = await read(url)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return { tried: urls.length, outcomes, reached: reached.slice(before) }
}

const ways = NOT_PUBLIC.map((address) => spellings(address).map(([, url]) => url))

const silent = read(at('silent'), fetchSilent)
const literals = await readAll(ways.flat())
const redirects = await readAll(
  ways
    .flat()
    .filter((_, index) => index % REDIRECT_EVERY === 0)
    .map(redirectTo),
)
const redirectForms = await readAll(REDIRECTS.map(redirectTo))
const privateNames = await readAll(PRIVATE_NAMES.map(at))
const timesAsked = PRIVATE_NAMES.flatMap((name) => names.timesAsked(`${name}.example.org`))
const redirectedNames = await readAll(PRIVATE_NAMES.map((name) => redirectTo(at(name))))
const rebinding = await readAll(Array.from({ length: REBINDINGS }, () => at('rebinding')))
const publicAddresses = await readAll(PUBLIC.map((address) => spellings(address)[0]?.[1] ?? ''))

const single: Record<string, string> = {}
for (const name of ['public', 'six', 'both', 'sixteen', 'seventeen', 'none', 'robots'])
  single[name] = await read(at(name))
single.silent = await silent
single.secure = await read('https://secure.example.org/')
single['wrong name'] = await read('https://wrong.example.org/')
single['self-signed'] = await read('https://secure.example.org:8443/')
single['no name'] = await read(`https://${OPEN}/`)
single['first day'] = await read(at('flipping'))
single['second day'] = await read(at('flipping'))
single['redirect to itself'] = await read(`${at('returning')}to?url=/`)
const reachedByUs = [...reached]

// Checks the test itself: naive clients must reach the canaries.
const isConnected = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect({ host: address, port: 80 })
    const settle = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('connect', settle(true)).on('error', settle(false)).setTimeout(WAIT_MS, settle(false))
  })
const [checked] = await lookup('careless.example.org', { all: true })
const careless = isPublicAddress(checked?.address ?? '')
  ? await new Promise<string>((resolve) =>
      http.get(at('careless'), { agent: false }, async (response) => {
        resolve(Buffer.concat(await Array.fromAsync(response)).toString())
      }),
    )
  : 'refused'
const armed: string[] = []
for (const address of NOT_PUBLIC) {
  const before = reached.length
  if ((await isConnected(address)) && reached.length > before) armed.push(address)
}

const report = {
  addresses: NOT_PUBLIC.length,
  fewestSpellings: Math.min(...ways.map((urls) => urls.length)),
  armed,
  careless,
  literals,
  redirects,
  redirectForms,
  privateNames,
  timesAsked,
  redirectedNames,
  rebinding,
  timesRebound: names.timesAsked('rebinding.example.org'),
  publicAddresses,
  single,
  timesReturned: names.timesAsked('returning.example.org'),
  serverNames,
  reachedByUs,
}
export type Report = typeof report

await Bun.write(Bun.stdout, JSON.stringify(report))
process.exit()
