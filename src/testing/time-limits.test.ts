import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from './time-limits.ts'

const SOURCE = JSON.stringify(join(import.meta.dir, 'time-limits.ts'))

/** Runs code that has imported the module in a process with these variables; returns what it prints. */
async function print(code: string, variables: Record<string, string> = {}): Promise<string> {
  const program = `import { SLOWNESS, TEST_MS, until, WAIT_MS } from ${SOURCE}\n${code}`
  const child = Bun.spawn([process.execPath, '-e', program], {
    env: { ...process.env, PASSWRIGHT_TEST_SLOWNESS: undefined, PASSWRIGHT_TEST_MS: undefined, ...variables },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return await new Response(child.stdout).text()
}

test('returns the first truthy value, also one that comes later', async () => {
  const values = [undefined, null, 0, '', false, 'done', 'never read']
  expect(await until('it is done', () => values.shift())).toBe('done')
  expect(values).toEqual(['never read'])
  expect(await until('it is done', async () => 7)).toBe(7)
})

test('rejects with the error of the condition', async () => {
  const read = () => Promise.reject(new Error('no such row'))
  await expect(until('the row exists', read)).rejects.toThrow('no such row')
})

test('names the condition when it gives up after the limit', async () => {
  const code = `
    let time = 0
    performance.now = () => (time += WAIT_MS / 4)
    await until('the moon is blue', () => false).catch((error) => console.log(error.message, time > WAIT_MS))`
  expect(await print(code)).toBe('gave up waiting until the moon is blue true\n')
})

test('limits grow with the slowness of the machine, and never fall below those of a fast one', async () => {
  const limits = async (variables?: Record<string, string>) => {
    const printed = await print('console.log(SLOWNESS, WAIT_MS, TEST_MS)', variables)
    return printed.trim().split(' ').map(Number)
  }
  const [slowness = 0, wait = 0, whole = 0] = await limits()
  expect(slowness).toBe(1)
  expect(whole).toBeGreaterThan(wait)
  expect(await limits({ PASSWRIGHT_TEST_SLOWNESS: '1.5' })).toEqual([1.5, 1.5 * wait, 1.5 * whole])
  expect(await limits({ PASSWRIGHT_TEST_SLOWNESS: '0.1' })).toEqual([1, wait, whole])
  expect(await limits({ PASSWRIGHT_TEST_MS: '1234' })).toEqual([1, wait, 1234])
  // scripts/test ends files that are silent for ten minutes.
  expect((await limits({ PASSWRIGHT_TEST_SLOWNESS: '50' }))[2]).toBeLessThan(600_000)
})
