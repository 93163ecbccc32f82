import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { AUTHORITY } from '#src/testing/certificates.ts'
import { at, PRIVATE_NAMES } from '#src/testing/fake-internet/fake-internet.ts'
import { inNamespace, namespaceRefusal } from '#src/testing/fake-internet/namespace.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import type { Report } from './analyze-fake-internet.ts'

const NOT_ALLOWED = 'Address not allowed: it does not belong to a public website.'

const refusal = namespaceRefusal()
if (refusal === null) testExecutable()
else {
  test(`no network namespace is available here: ${refusal}`, () => {
    process.stdout.write(`The executable was not tried in a network of its own: ${refusal}\n`)
    expect(namespaceRefusal()).toBe(refusal)
  })
}

async function runTrial(): Promise<Report> {
  using folder = temporaryFolder()
  const authority = join(folder.path, 'authority.pem')
  await Bun.write(authority, AUTHORITY)
  const program = join(import.meta.dir, 'analyze-fake-internet.ts')
  const child = Bun.spawn(inNamespace([process.execPath, program, authority], folder.path), {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, complaint] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => new Response(stream).text()),
  )
  if ((await child.exited) !== 0) throw new Error(complaint)
  return JSON.parse(`${printed}`)
}

function testExecutable(): void {
  test('the executable analyzes public websites and reaches no private address', async () => {
    const { literals, answers, requested, results, timesRebound, reached } = await runTrial()
    process.stdout.write(
      `${literals} addresses typed and ${requested} websites named, ${reached.length} canaries reached\n`,
    )
    expect(answers).toEqual({ 400: literals })
    expect(results).toHaveLength(requested)

    const outcomeOf = (url: string) => results.find((result) => result.url === url)?.outcome
    const outcomes = (start: string) =>
      results.flatMap(({ url, outcome }) => (url.startsWith(start) ? [outcome] : []))
    const rebound = outcomes(at('rebinding'))
    expect(rebound.filter((outcome) => outcome === 'completed')).toHaveLength(10)
    expect(rebound.filter((outcome) => outcome === NOT_ALLOWED)).toHaveLength(10)
    expect(timesRebound).toEqual([20, 20])
    const named = PRIVATE_NAMES.map((name) => outcomeOf(at(name))).filter((outcome) => outcome !== undefined)
    expect(named.length).toBeGreaterThan(10)
    expect(new Set(named)).toEqual(new Set([NOT_ALLOWED]))
    const redirected = outcomes(`${at('public')}to?`)
    expect(redirected).toHaveLength(9)
    for (const outcome of redirected) expect(outcome).toMatch(/not allowed|HTTP 404/)
    expect(
      [
        ...['public', 'six', 'robots', 'none', 'silent'].map(at),
        ...['https://secure.example.org/', 'https://wrong.example.org/', 'https://secure.example.org:8443/'],
      ].map(outcomeOf),
    ).toEqual([
      'completed',
      'completed',
      'The robots.txt of the website could not be read.',
      'The website was not found: its name could not be looked up.',
      'Timed out: the website took too long to respond.',
      'completed',
      'The security certificate of the website is not valid.',
      'The security certificate of the website is not valid.',
    ])
    expect(reached).toEqual([])
  })
}
