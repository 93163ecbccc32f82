import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { AUTHORITY } from '#src/testing/certificates.ts'
import { inNamespace, namespaceRefusal } from '#src/testing/fake-internet/namespace.ts'
import type { Report } from '#src/testing/fake-internet/trial.ts'
import { misleading } from '#src/testing/fake-internet/world.ts'
import { temporaryFolder } from '#src/testing/folder.ts'

const NOT_ALLOWED = 'Address not allowed: it does not belong to a public website.'
const REDIRECT = 'The website redirects to an address that is not allowed.'
const CERTIFICATE = 'The security certificate of the website is not valid.'
const NO_PAGE = 'The website answered with HTTP 404.'

const TRIAL = new URL('../../testing/fake-internet/trial.ts', import.meta.url).pathname

async function runTrial(): Promise<Report> {
  using folder = temporaryFolder()
  const authority = join(folder.path, 'authority.pem')
  await Bun.write(authority, AUTHORITY)
  const child = Bun.spawn(inNamespace([process.execPath, TRIAL], folder.path), {
    env: { ...process.env, ...misleading(authority) },
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
  test(`a network of our own can’t be had here: ${refusal}`, () => {
    process.stdout.write(`The tests in a network of their own did not run: ${refusal}\n`)
    expect(namespaceRefusal()).toBe(refusal)
  })
}

function tryTheFakeInternet(): void {
  const trial = runTrial()

  test('the traps are set: nearly every address has one, and a careless reader walks into it', async () => {
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

  test('no spelling of an address that is not public leads there', async () => {
    const { literals } = await trial
    expect(Object.keys(literals.outcomes).sort()).toEqual([
      NOT_ALLOWED,
      'Please enter a valid website URL (include http:// or https://).',
      'The URL must not contain a user name or a password.',
    ])
    expect(literals.reached).toEqual([])
  })

  test('nor does a redirect, however it is written', async () => {
    const { redirects, redirectForms } = await trial
    // A few are paths of the site that redirects.
    expect(Object.keys(redirects.outcomes).sort()).toEqual([NO_PAGE, REDIRECT])
    expect(Object.keys(redirectForms.outcomes).sort()).toEqual([NO_PAGE, REDIRECT])
    expect(redirectForms.outcomes[REDIRECT]).toBeGreaterThan(20)
    expect([...redirects.reached, ...redirectForms.reached]).toEqual([])
  })

  test('nor does a name with such an address, alone or among public ones; each is asked for once', async () => {
    const { privateNames, redirectedNames, timesAsked } = await trial
    expect(privateNames.outcomes).toEqual({ [NOT_ALLOWED]: privateNames.tried })
    expect(redirectedNames.outcomes).toEqual({ [NOT_ALLOWED]: privateNames.tried })
    expect([...privateNames.reached, ...redirectedNames.reached]).toEqual([])
    expect(new Set(timesAsked)).toEqual(new Set([1]))
  })

  test('nor does a name that changes what it stands for each time', async () => {
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

  test('public websites are read, by name and by address', async () => {
    const { publicAddresses, single } = await trial
    expect(publicAddresses.outcomes).toEqual({ public: publicAddresses.tried })
    expect(single).toMatchObject({ public: 'public', six: 'public', both: 'public', sixteen: 'public' })
  })

  test('a certificate has to be valid for the name, and the name is told', async () => {
    const { single, named } = await trial
    expect(single).toMatchObject({
      secure: 'public',
      'wrong name': CERTIFICATE,
      'self-signed': CERTIFICATE,
      'no name': CERTIFICATE,
    })
    expect(new Set(named)).toEqual(new Set(['secure.example.org']))
  })

  test('names that lead nowhere are told in a sentence', async () => {
    expect((await trial).single).toMatchObject({
      seventeen: NOT_ALLOWED,
      none: 'The website was not found: its name could not be looked up.',
      silent: 'Timed out: the website took too long to answer.',
      robots: 'The robots.txt of the website could not be read.',
    })
  })

  test('in the end no canary was reached', async () => {
    expect((await trial).reachedByUs).toEqual([])
  })
}
