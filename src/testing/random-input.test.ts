import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './folder.ts'
import { seededBytes } from './random-input.ts'

const SOURCE = join(import.meta.dir, 'random-input.ts')

/** Prints random input in a passing test, and fails in another. */
const PLANTED = `
  import { test } from 'bun:test'
  import fc from ${JSON.stringify(Bun.resolveSync('fast-check', import.meta.dir))}
  import { seededBytes } from ${JSON.stringify(SOURCE)}
  test('prints', () => {
    const values = []
    fc.assert(fc.property(fc.string(), fc.integer(), (...drawn) => void values.push(drawn)))
    const bytes = new Uint8Array(32)
    seededBytes()(bytes)
    console.log(JSON.stringify({ values, bytes: bytes.toHex() }))
  })
  test('fails', () => fc.assert(fc.property(fc.integer(), () => false)))
`

/** Runs the planted tests as a run of their own. */
async function run(seed?: string) {
  using folder = temporaryFolder()
  const file = join(folder.path, 'planted.test.ts')
  writeFileSync(file, PLANTED)
  const child = Bun.spawn([process.execPath, 'test', '--preload', SOURCE, file], {
    cwd: folder.path,
    env: { ...process.env, PASSWRIGHT_SEED: seed },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [printed, report] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const { values, bytes } = JSON.parse(/^\{.*\}$/m.exec(printed)?.[0] ?? '{}')
  return { values, bytes, report }
}

test('a run prints the seed that repeats its random input, also where a property fails', async () => {
  const first = await run()
  const [, seed = ''] = /^PASSWRIGHT_SEED=(-?\d+) repeats this run's random input$/m.exec(first.report) ?? []
  expect(first.report).toContain(`seed: ${seed}`)
  expect(first.values).toHaveLength(100)
  expect(first.bytes).toMatch(/^[0-9a-f]{64}$/)

  const again = await run(seed)
  expect([again.values, again.bytes]).toEqual([first.values, first.bytes])
  expect(again.report).toContain(`seed: ${seed}`)

  const other = await run(String(Number(seed) ^ 1))
  expect(other.values).not.toEqual(first.values)
  expect(other.bytes).not.toBe(first.bytes)
})

test('each source of seeded bytes starts the same sequence and continues it', () => {
  const [one, other] = [seededBytes(), seededBytes()]
  const draw = (fill: typeof one) => {
    const bytes = new Uint8Array(16)
    fill(bytes)
    return bytes.toHex()
  }
  const first = draw(one)
  expect(draw(other)).toBe(first)
  const second = draw(one)
  expect(second).not.toBe(first)
  expect(draw(other)).toBe(second)
})
