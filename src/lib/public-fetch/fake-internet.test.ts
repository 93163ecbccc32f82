import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { AUTHORITY } from '#src/testing/certificates.ts'
import { hostileEnvironment } from '#src/testing/fake-internet/fake-internet.ts'
import { inNamespace, namespaceRefusal } from '#src/testing/fake-internet/namespace.ts'
import type { Report } from '#src/testing/fake-internet/trial.ts'
import { temporaryFolder } from '#src/testing/folder.ts'

const NOT_ALLOWED = 'Address not allowed: it does not belong to a public website.'
const REDIRECT = 'The website redirects to an address that is not allowed.'
const CERTIFICATE = 'The security certificate of the website is not valid.'
const NO_PAGE = 'The website responded with HTTP 404.'

const TRIAL = new URL('../../testing/fake-internet/trial.ts', import.meta.url).pathname

async function runTrial(): Promise<Report> {
  using folder = temporaryFolder()
  const authority = join(folder.path, 'authority.pem')
  await Bun.write(authority, AUTHORITY)
  const child = Bun.spawn(inNamespace([process.execPath, TRIAL], folder.path), {
    env: { ...process.env, ...hostileEnvironment(authority) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, complaint] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => new Response(stream).text()),
  )
  if ((await child.exited) !== 0) throw new Error(complaint)
  return JSON.parse(`${printed}`)
}

const refusal = namespaceRefusal()
if (refusal === null) tryTheFakeInternet()
else {
  test(`the test network can’t be created: ${refusal}`, () => {
    process.stdout.write(`The tests in a network of their own did not run: ${refusal}\n`)
    expect(namespaceRefusal()).toBe(refusal)
  })
}

function tryTheFakeInternet(): void {
  const trial = runTrial()

  test('the canary servers respond, and an unguarded fetch reaches them', async () => {
    const { addresses, fewestSpellings, armed, careless, literals, redirects, reachedByUs } = await trial
    process.stdout.write(
      `${addresses} addresses in ${fewestSpellings} spellings or more: ${literals.tried} URLs and ` +
        `${redirects.tried} redirects tried, ${armed.length} canaries, ${reachedByUs.length} reached\n`,
    )
    expect(addresses).toBeGreaterThanOrEqual(62)
    expect(fewestSpellings).toBeGreaterThanOrEqual(8)
    expect(armed.length).toBeGreaterThanOrEqual(60)
    expect(careless).toContain('<title>canary</title>')
  })

  test('no spelling of a private address is fetched', async () => {
    const { literals } = await trial
    expect(Object.keys(literals.outcomes).sort()).toEqual([
      NOT_ALLOWED,
      'Please enter a valid website URL (include http:// or https://).',
      'The URL must not contain a username or a password.',
    ])
    expect(literals.reached).toEqual([])
  })

  test('no redirect to a private address is followed', async () => {
    const { redirects, redirectForms } = await trial
    // Some are paths of the redirecting site.
    expect(Object.keys(redirects.outcomes).sort()).toEqual([REDIRECT, NO_PAGE])
    expect(Object.keys(redirectForms.outcomes).sort()).toEqual([REDIRECT, NO_PAGE])
    expect(redirectForms.outcomes[REDIRECT]).toBeGreaterThan(20)
    expect([...redirects.reached, ...redirectForms.reached]).toEqual([])
  })

  test('no name with a private address is fetched, and each is resolved once', async () => {
    const { privateNames, redirectedNames, timesAsked } = await trial
    expect(privateNames.outcomes).toEqual({ [NOT_ALLOWED]: privateNames.tried })
    expect(redirectedNames.outcomes).toEqual({ [NOT_ALLOWED]: privateNames.tried })
    expect([...privateNames.reached, ...redirectedNames.reached]).toEqual([])
    expect(new Set(timesAsked)).toEqual(new Set([1]))
  })

  test('no name whose address changes between lookups is fetched', async () => {
    const { rebinding, timesRebound, single, timesReturned } = await trial
    expect(rebinding).toEqual({ tried: 50, outcomes: { public: 25, [NOT_ALLOWED]: 25 }, reached: [] })
    expect(timesRebound).toEqual([50, 50])
    expect(single).toMatchObject({
      'first day': 'public',
      'second day': NOT_ALLOWED,
      'redirect to itself': NOT_ALLOWED,
    })
    expect(timesReturned).toEqual([2, 2])
  })

  test('public websites are fetched by name and by address', async () => {
    const { publicAddresses, single } = await trial
    expect(publicAddresses.outcomes).toEqual({ public: publicAddresses.tried })
    expect(single).toMatchObject({ public: 'public', six: 'public', both: 'public', sixteen: 'public' })
  })

  test('the certificate must be valid for the name, which is sent as SNI', async () => {
    const { single, serverNames } = await trial
    expect(single).toMatchObject({
      secure: 'public',
      'wrong name': CERTIFICATE,
      'self-signed': CERTIFICATE,
      'no name': CERTIFICATE,
    })
    expect(new Set(serverNames)).toEqual(new Set(['secure.example.org']))
  })

  test('unresolvable names are reported with a one-sentence error', async () => {
    expect((await trial).single).toMatchObject({
      seventeen: NOT_ALLOWED,
      none: 'The website was not found: its name could not be looked up.',
      silent: 'Timed out: the website took too long to respond.',
      robots: 'The robots.txt of the website could not be read.',
    })
  })

  test('no canary was reached', async () => {
    expect((await trial).reachedByUs).toEqual([])
  })
}
