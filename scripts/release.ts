import { readFileSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readSigningKey, signFile, verifySignature } from '#src/lib/minisign.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { RELEASE_KEY } from '#src/version.ts'
import { startServer } from '#web/e2e/harness.ts'
import manifest from '../package.json' with { type: 'json' }
import { compile, readTarget, TARGETS, type Target } from './compile.ts'
import { makeEmbeddedFiles } from './embedded-files.ts'
import { provenanceJson } from './provenance.ts'

const FOLDER = 'dist-release'
/** The same for both builds, because the executable contains its path. */
const WORK = 'dist-release-work'

const help = `Usage: scripts/release [TARGET …]

Builds the executables of all targets, or of those given, into ${FOLDER}, twice, and reports which builds are reproducible.
Adds SHA256SUMS, the licenses, an SBOM (CycloneDX) and SLSA provenance, and tests the executables that run on this machine.
Signs SHA256SUMS with the secret key of minisign in RELEASE_KEY, or in the file that RELEASE_KEY_FILE names.
Targets:
  ${TARGETS.join('\n  ')}`

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
})
if (values.help) process.stdout.write(`${help}\n`)
else await release(positionals.length > 0 ? positionals.map(readTarget) : [...TARGETS])

async function release(targets: Target[]): Promise<void> {
  const key = signingKey()
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER)
  const first = await buildAll(targets, FOLDER)
  using again = temporaryFolder()
  const second = await buildAll(targets, again.path)
  const provenance = `passwright-${manifest.version}.provenance.json`
  await Bun.write(join(FOLDER, provenance), await provenanceJson(first))
  const listed = [...first, [provenance, await sha256(join(FOLDER, provenance))] as const]
  const sums = Buffer.from(listed.map(([name, sum]) => `${sum}  ${name}\n`).join(''))
  await Bun.write(`${FOLDER}/SHA256SUMS`, sums)
  if (key) {
    const signature = signFile(sums, `passwright ${manifest.version}`, key)
    verifySignature(sums, signature, RELEASE_KEY)
    await Bun.write(`${FOLDER}/SHA256SUMS.minisig`, signature)
  } else say('NOT signed: set RELEASE_KEY or RELEASE_KEY_FILE.')

  for (const [name, sum] of first) {
    say(`${name}: ${sum === second.get(name) ? 'reproducible' : 'NOT reproducible: two builds differ'}`)
  }
  for (const target of targets.filter(runsHere)) await smokeTest(resolve(FOLDER, fileOf(target)))
  say(`Wrote version ${manifest.version} to ${FOLDER}.`)
}

/** Read before the builds, which take minutes. A key file of minisign has a comment in its first line. */
function signingKey() {
  const { RELEASE_KEY: text, RELEASE_KEY_FILE: file } = process.env
  if (text && file) throw new Error('Set either RELEASE_KEY or RELEASE_KEY_FILE, not both.')
  if (file) return readSigningKey(readFileSync(file, 'utf8'))
  return text ? readSigningKey(text) : null
}

/** Returns the SHA-256 of each file written to `folder`, by name. */
async function buildAll(targets: Target[], folder: string): Promise<Map<string, string>> {
  await rm(WORK, { recursive: true, force: true })
  await mkdir(WORK)
  try {
    await makeEmbeddedFiles(resolve(WORK))
    for (const target of targets) {
      const name = await compile(resolve(WORK), target)
      await move(`${WORK}/${name}`, join(folder, fileOf(target)))
    }
    await move(`${WORK}/licenses.txt`, join(folder, 'LICENSES.txt'))
    await move(`${WORK}/sbom.cdx.json`, join(folder, `passwright-${manifest.version}.cdx.json`))
  } finally {
    await rm(WORK, { recursive: true, force: true })
  }
  const names = (await Array.fromAsync(new Bun.Glob('*').scan({ cwd: folder }))).sort()
  return new Map(
    await Promise.all(names.map(async (name) => [name, await sha256(join(folder, name))] as const)),
  )
}

/** Copies, because renaming to a temporary folder on another disk fails. */
async function move(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await rm(from)
}

async function sha256(file: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const bytes of Bun.file(file).stream()) hash.update(bytes)
  return hash.digest('hex')
}

function fileOf(target: Target): string {
  return `${target.replace('bun-', 'passwright-')}${target.includes('windows') ? '.exe' : ''}`
}

/** musl builds need Alpine's libraries. */
function runsHere(target: Target): boolean {
  return target.startsWith(`bun-${process.platform}-${process.arch}`) && !target.endsWith('-musl')
}

/** Starts an executable in an empty folder and checks its version, health and home page. Throws on failure. */
async function smokeTest(file: string): Promise<void> {
  const version = (await Bun.$`${file} --version`.text()).trim()
  if (!version.includes(manifest.version)) throw new Error(`${file} reports version ${version}`)
  await using server = await startServer({ executable: file })
  for (const path of ['/healthz', '/readyz', '/']) {
    const { status } = await fetch(server.url + path)
    if (status !== 200) throw new Error(`${file} returned ${status} for ${path}`)
  }
  say(`${file}: smoke test passed`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
