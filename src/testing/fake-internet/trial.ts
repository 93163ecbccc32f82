import { lookup } from 'node:dns/promises'
import http from 'node:http'
import net from 'node:net'
import { isPublicAddress } from '#src/lib/public-fetch/public-address.ts'
import { createPublicFetch } from '#src/lib/public-fetch/public-fetch.ts'
import { NOT_PUBLIC_V4, NOT_PUBLIC_V6, PUBLIC, spellings } from '#src/testing/odd-addresses.ts'
import { html, redirect } from '#src/testing/raw-site.ts'
import { listenEverywhere } from './every-address.ts'
import { startNameServer } from './name-server.ts'

/*
 * To be run in a network of its own: tries everything that could lead the reader of public pages to an address that
 * is not, and prints what came of it as JSON.
 */

const NOT_PUBLIC = [...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6]
const OPEN = '93.184.216.34'
const OPEN_V6 = '2606:4700:4700::1111'
const METADATA = '169.254.169.254'
const REBINDINGS = 50

/** Names below example.org and what they stand for, the nth time. */
const NAMES: Record<string, (nth: number) => string[] | null> = {
  public: () => [OPEN],
  six: () => [OPEN_V6],
  both: () => [OPEN, OPEN_V6],
  secure: () => [OPEN],
  wrong: () => [OPEN],
  robots: () => [OPEN],
  sixteen: () => PUBLIC.filter((address) => !address.includes(':')).slice(0, 16),
  seventeen: () => PUBLIC.filter((address) => !address.includes(':')).slice(0, 17),
  none: () => [],
  silent: () => null,
  'public-then-private': () => [OPEN, '10.0.0.5'],
  'private-then-public': () => ['10.0.0.5', OPEN],
  'public-and-private-six': () => [OPEN, 'fd00::1'],
  'private-and-public-six': () => ['127.0.0.1', OPEN_V6],
  'public-and-mapped': () => [OPEN, '::ffff:a9fe:a9fe'],
  rebinding: (nth) => [nth % 2 === 0 ? OPEN : METADATA],
  flipping: (nth) => [nth === 0 ? OPEN : METADATA],
  returning: (nth) => [nth === 0 ? OPEN : METADATA],
  careless: (nth) => [nth === 0 ? OPEN : METADATA],
  ...Object.fromEntries(NOT_PUBLIC.map((address, index) => [`private-${index}`, () => [address]])),
}

/** Where a redirect must not lead, however it is written. */
const REDIRECTS = [
  'http://10.0.0.5/',
  'https://10.0.0.5/',
  '//10.0.0.5/',
  '\\\\10.0.0.5\\',
  '/\\10.0.0.5/',
  'http:\\\\10.0.0.5',
  'http:///10.0.0.5/',
  'http:/10.0.0.5',
  'https:10.0.0.5',
  ' \thttp://10.0.0.5/',
  'ht\ttp://10.0.0.5/',
  'HTTP://0X0A000005/',
  'http://public.example.org@10.0.0.5/',
  'http://10.0.0.5#@public.example.org/',
  'http://public.example.org:22/',
  'http://localhost/',
  'http://localhost.:8080/',
  'http://printer/',
  'http://metadata.internal/',
  'file:///etc/passwd',
  'data:text/html,canary',
  'ftp://public.example.org/',
  'gopher://10.0.0.5:6379/_INFO',
  'javascript:alert(1)',
]

const nobody = () => []
const names = await startNameServer((name, nth) =>
  (NAMES[name.replace(/\.example\.org$/, '')] ?? nobody)(nth),
)
const { reached, named } = await listenEverywhere(
  (host, path, query) => {
    if (path === '/robots.txt')
      return host === 'robots.example.org' ? redirect('http://10.0.0.5/') : undefined
    if (path === '/to') return redirect(Buffer.from(query.get('url') ?? '').toString('latin1'))
    return path === '/' ? html('public') : undefined
  },
  (address) => PUBLIC.includes(address),
)

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
const at = (name: string) => `http://${name}.example.org/`
const redirectTo = (url: string) => `${at('public')}to?url=${encodeURIComponent(url)}`
const isName = (name: string) => /^(?:public|private)-/.test(name)

const literals = await readAll(ways.flat())
const redirects = await readAll(ways.flat().map(redirectTo))
const redirectForms = await readAll(REDIRECTS.map(redirectTo))
const hosts = Object.keys(NAMES).filter(isName)
const privateNames = await readAll(hosts.map(at))
const timesAsked = hosts.flatMap((name) => names.timesAsked(`${name}.example.org`))
const redirectedNames = await readAll(hosts.map((name) => redirectTo(at(name))))
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
