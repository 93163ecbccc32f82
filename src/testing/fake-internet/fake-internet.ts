import { NOT_PUBLIC_V4, NOT_PUBLIC_V6, PUBLIC } from '#src/testing/address-spellings.ts'
import { html, type Page, redirect } from '#src/testing/raw-site.ts'
import { listenEverywhere } from './every-address.ts'
import { startNameServer } from './name-server.ts'

export const NOT_PUBLIC = [...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6]
export const OPEN = '93.184.216.34'
const OPEN_V6 = '2606:4700:4700::1111'
const METADATA = '169.254.169.254'

/** Addresses of subdomains of example.org, by query number. */
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

export const REDIRECTS = [
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

/** Starts a name server, websites, and canaries at all other addresses. */
export async function startFakeInternet() {
  const names = await startNameServer((name, nth) =>
    (NAMES[name.replace(/\.example\.org$/, '')] ?? nobody)(nth),
  )
  const { reached, serverNames } = await listenEverywhere(pageAt, (address) => PUBLIC.includes(address))
  return { names, reached, serverNames }
}

function pageAt(host: string, path: string, query: URLSearchParams): Page | undefined {
  if (path === '/robots.txt') return host === 'robots.example.org' ? redirect('http://10.0.0.5/') : undefined
  if (path === '/to') return redirect(Buffer.from(query.get('url') ?? '').toString('latin1'))
  return path === '/' ? html('public') : undefined
}

export const at = (name: string) => `http://${name}.example.org/`
export const redirectTo = (url: string) => `${at('public')}to?url=${encodeURIComponent(url)}`

export const PRIVATE_NAMES = Object.keys(NAMES).filter((name) => /^(?:public|private)-/.test(name))

/** Environment variables that set a proxy and disable certificate checks, besides trusting an extra authority. */
export const hostileEnvironment = (authority: string): Record<string, string> => ({
  NODE_EXTRA_CA_CERTS: authority,
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
  ...Object.fromEntries(
    ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [
      [name, PROXY],
      [name.toUpperCase(), PROXY],
    ]),
  ),
})

const PROXY = 'http://10.9.9.9:3128'
