import { lookup } from 'node:dns/promises'
import http from 'node:http'
import net from 'node:net'
import { isPublicAddress } from '#src/lib/public-fetch/public-address.ts'
import { createPublicFetch } from '#src/lib/public-fetch/public-fetch.ts'
import { PUBLIC, spellings } from '#src/testing/odd-addresses.ts'
import { at, NOT_PUBLIC, OPEN, PRIVATE_NAMES, REDIRECTS, redirectTo, startFakeInternet } from './world.ts'

/*
 * To be run in a network of its own: tries everything that could lead the reader of public pages to an address that
 * is not, and prints what came of it as JSON.
 */

const REBINDINGS = 50

const { names, reached, named } = await startFakeInternet()
const never = new AbortController().signal
const fetchPage = createPublicFetch({
  allowPrivate: false,
  userAgent: 'Passwright/1',
  limits: { lookupMs: 1000, totalMs: 5000 },
})

/** The text of a page, or why there is none. */
async function read(url: string): Promise<string> {
  const result = await fetchPage(url, never)
  return result.kind === 'page' ? Buffer.from(result.body).toString() : result.reason
}

/** Tries URLs one after another: how many came to which end, and which canaries were reached meanwhile. */
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

const literals = await readAll(ways.flat())
const redirects = await readAll(ways.flat().map(redirectTo))
const redirectForms = await readAll(REDIRECTS.map(redirectTo))
const privateNames = await readAll(PRIVATE_NAMES.map(at))
const timesAsked = PRIVATE_NAMES.flatMap((name) => names.timesAsked(`${name}.example.org`))
const redirectedNames = await readAll(PRIVATE_NAMES.map((name) => redirectTo(at(name))))
const rebinding = await readAll(Array.from({ length: REBINDINGS }, () => at('rebinding')))
const publicAddresses = await readAll(PUBLIC.map((address) => spellings(address)[0]?.[1] ?? ''))

const single: Record<string, string> = {}
for (const name of ['public', 'six', 'both', 'sixteen', 'seventeen', 'none', 'silent', 'robots'])
  single[name] = await read(at(name))
single.secure = await read('https://secure.example.org/')
single['wrong name'] = await read('https://wrong.example.org/')
single['self-signed'] = await read('https://secure.example.org:8443/')
single['no name'] = await read(`https://${OPEN}/`)
single['first day'] = await read(at('flipping'))
single['second day'] = await read(at('flipping'))
single['redirect to itself'] = await read(`${at('returning')}to?url=/`)
const reachedByUs = [...reached]

// That the traps work: who asks twice walks into one, and so does whoever goes there.
const isConnected = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect({ host: address, port: 80 })
    const tell = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('connect', tell(true)).on('error', tell(false)).setTimeout(1000, tell(false))
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
  named,
  reachedByUs,
}
export type Report = typeof report

await Bun.write(Bun.stdout, JSON.stringify(report))
process.exit()
