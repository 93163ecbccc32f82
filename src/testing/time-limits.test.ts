import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from './time-limits.ts'

const SOURCE = JSON.stringify(join(import.meta.dir, 'time-limits.ts'))

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

test('names the condition when it gives up after the limit', () => {
  const program = `import { until, WAIT_MS } from ${SOURCE}
    let time = 0
    performance.now = () => (time += WAIT_MS / 4)
    await until('the moon is blue', () => false).catch((error) => console.log(error.message, time > WAIT_MS))`
  const { stdout } = Bun.spawnSync([process.execPath, '-e', program])
  expect(stdout.toString()).toBe('gave up waiting until the moon is blue true\n')
})
