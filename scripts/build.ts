import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compile, readTarget, TARGETS } from './compile.ts'
import { fingerprint } from './fingerprint.ts'

const DIST = 'dist'
const STAMP = 'stamp'

const help = `Usage: scripts/build [--target TARGET] [--if-changed]

Writes ${DIST}/passwright for this machine, or for one of these targets:
  ${TARGETS.join('\n  ')}
--if-changed does nothing if the sources haven't changed since the last build.`

process.exit(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  try {
    const { values } = parseArgs({
      args,
      options: {
        target: { type: 'string' },
        'if-changed': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) process.stdout.write(`${help}\n`)
    else await build(values.target, values['if-changed'] ?? false)
    return 0
  } catch (error) {
    process.stderr.write(`Build failed: ${describe(error)}\n`)
    return 1
  }
}

/** Bundler errors are lists of source locations. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map((each) => Bun.inspect(each)).join('\n')
  return error instanceof Error ? error.message : String(error)
}

/** Builds next to dist and swaps at the end, so a failed build leaves the last one intact. */
async function build(targetName: string | undefined, onlyIfChanged: boolean): Promise<void> {
  const target = targetName === undefined ? undefined : readTarget(targetName)
  const stamp = `${await fingerprint('.')} ${Bun.version} ${target ?? 'here'}`
  if (onlyIfChanged && existsSync(`${DIST}/passwright`) && (await lastStamp()) === stamp) return

  const started = performance.now()
  const folder = resolve(await mkdtemp(`${DIST}-`))
  await chmod(folder, 0o755)
  try {
    // Lazy: loading Vite takes longer than detecting that nothing changed.
    const { makeEmbeddedFiles } = await import('./embedded-files.ts')
    await makeEmbeddedFiles(folder)
    const executable = await compile(folder, target)
    await Bun.write(`${folder}/${STAMP}`, stamp)
    await swap(folder)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stderr.write(`Built ${DIST}/${executable} in ${seconds} s\n`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function lastStamp(): Promise<string | null> {
  const file = Bun.file(`${DIST}/${STAMP}`)
  return (await file.exists()) ? await file.text() : null
}

async function swap(folder: string): Promise<void> {
  const old = `${folder}-old`
  if (existsSync(DIST)) await rename(DIST, old)
  await rename(folder, DIST)
  await rm(old, { recursive: true, force: true })
}
