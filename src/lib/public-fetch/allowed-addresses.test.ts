import { expect, test } from 'bun:test'
import { NOT_PUBLIC_V4, NOT_PUBLIC_V6 } from '#src/testing/address-spellings.ts'
import { html, startRawSite } from '#src/testing/raw-site.ts'
import { addressesOfThisMachine, createAddressResolver } from './allowed-addresses.ts'
import { createPublicFetch } from './public-fetch.ts'

const never = new AbortController().signal
const NOT_ALLOWED = 'Address not allowed: it does not belong to a public website.'
const NOT_FOUND = 'The website was not found: its name could not be looked up.'
const TIMED_OUT = 'Timed out: the website took too long to respond.'

function fetchResolvingTo(...addresses: string[]) {
  let lookups = 0
  const fetch = createPublicFetch({
    allowPrivate: false,
    userAgent: 'Passwright/1',
    limits: { totalMs: 200 },
    ownAddresses: () => ['198.41.0.4', '2001:503:ba3e:0:0:0:2:30'],
    lookup: async () => {
      lookups++
      return addresses.map((address) => ({ address }))
    },
  })
  return async () => ({ ...(await fetch('http://www.example.com/', never)), lookups })
}

const refused = { kind: 'failure', reason: NOT_ALLOWED, lookups: 1 }

test.each([...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6])('a name that resolves to %s is rejected', async (address) => {
  expect(await fetchResolvingTo(address)()).toMatchObject(refused)
  expect(await fetchResolvingTo('93.184.216.34', address)()).toMatchObject(refused)
  expect(await fetchResolvingTo(address, '93.184.216.34')()).toMatchObject(refused)
})

test.each([
  ['with a zone', ['2606:4700:4700::1111%lo']],
  ['of this machine', ['198.41.0.4']],
  ['of this machine, mapped', ['::ffff:198.41.0.4']],
  ['of this machine, spelled another way', ['2001:503:ba3e::2:30']],
  ['that is not an IP address', ['localhost']],
  ['that is empty', ['']],
  ['among seventeen', Array.from({ length: 17 }, (_, n) => `93.184.216.${n}`)],
])('a name with an address %s is rejected', async (_, addresses) => {
  expect(await fetchResolvingTo(...addresses)()).toMatchObject(refused)
})

test('a typed address of this machine is rejected', async () => {
  const fetch = createPublicFetch({
    allowPrivate: false,
    userAgent: 'Passwright/1',
    ownAddresses: () => ['198.41.0.4'],
  })
  expect(await fetch('http://198.41.0.4/', never)).toEqual({ kind: 'failure', reason: NOT_ALLOWED })
})

test('own addresses are those of all interfaces except loopback', () => {
  const netmask = '255.255.255.0'
  const about = { netmask, mac: '02:00:00:00:00:01', cidr: null, family: 'IPv4' } as const
  const interfaces = {
    lo: [{ ...about, address: '127.0.0.1', internal: true }],
    eth0: [
      { ...about, address: '198.41.0.4', internal: false },
      { ...about, address: '198.41.0.5', internal: false },
    ],
    eth1: [{ ...about, address: '10.0.0.5', internal: false }],
  }
  expect(addressesOfThisMachine(interfaces)).toEqual(['198.41.0.4', '198.41.0.5', '10.0.0.5'])
})

test('a name without addresses is not found', async () => {
  expect(await fetchResolvingTo()()).toMatchObject({ kind: 'failure', reason: NOT_FOUND, lookups: 1 })
})

test.each([
  ['fails', () => Promise.reject(new Error('queryA ESERVFAIL 10.0.0.1'))],
  [
    'throws',
    () => {
      throw new TypeError('no such name')
    },
  ],
])('a lookup that %s counts as not found', async (_, lookup) => {
  const fetch = createPublicFetch({ allowPrivate: false, userAgent: 'Passwright/1', lookup })
  expect(await fetch('http://www.example.com/', never)).toEqual({ kind: 'failure', reason: NOT_FOUND })
})

test('a lookup that never ends times out', async () => {
  const lookup = () => new Promise<never>(() => undefined)
  const fetch = createPublicFetch({
    allowPrivate: false,
    userAgent: 'Passwright/1',
    limits: { lookupMs: 30 },
    lookup,
  })
  expect(await fetch('http://www.example.com/', never)).toEqual({ kind: 'failure', reason: TIMED_OUT })
})

test('an IP address needs no lookup', async () => {
  const lookup = () => Promise.reject(new Error('looked up'))
  const resolve = createAddressResolver({ allowPrivate: false, lookup, lookupMs: 30 })
  expect(await resolve(new URL('http://93.184.216.34/'), never)).toEqual(['93.184.216.34'])
  expect(await resolve(new URL('http://[2606:4700:4700::1111]/'), never)).toEqual(['2606:4700:4700::1111'])
})

test('one lookup serves robots.txt and the page, and only its addresses are connected to', async () => {
  await using site = await startRawSite({ '/': html('hello') })
  const answers = ['127.0.0.1', '192.0.2.1', '192.0.2.1']
  const fetch = createPublicFetch({
    allowPrivate: true,
    userAgent: 'Passwright/1',
    lookup: async () => answers.splice(0, 1).map((address) => ({ address })),
  })
  expect(await fetch(`http://www.example.com:${site.port}/`, never)).toMatchObject({
    kind: 'page',
    url: `http://www.example.com:${site.port}/`,
  })
  expect(site.paths()).toEqual(['/robots.txt', '/'])
  expect(site.heads[0]).toContain(`host: www.example.com:${site.port}`)
  expect(answers.length).toBe(2)
})

test('one responsive address of several is enough', async () => {
  await using site = await startRawSite({ '/': html('hello') })
  const fetch = createPublicFetch({
    allowPrivate: true,
    userAgent: 'Passwright/1',
    lookup: async () => [{ address: '::1' }, { address: '127.0.0.2' }, { address: '127.0.0.1' }],
  })
  expect(await fetch(`http://www.example.com:${site.port}/`, never)).toHaveProperty('kind', 'page')
})
