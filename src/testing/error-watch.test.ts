import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './folder.ts'

async function outcomeOf(body: string): Promise<string> {
  using folder = temporaryFolder()
  const file = join(folder.path, 'planted.test.ts')
  const here = JSON.stringify(join(import.meta.dir, 'test-requests.ts'))
  writeFileSync(
    file,
    `import { expect, test } from 'bun:test'\nimport { open, testRequests } from ${here}\n${body}`,
  )
  const preload = join(import.meta.dir, 'error-watch.ts')
  const child = Bun.spawn([process.execPath, 'test', '--preload', preload, file], {
    cwd: folder.path,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  return await new Response(child.stderr).text()
}

test('an unexpected logged error fails its test, and no other', async () => {
  const words = await outcomeOf(`
    const fault = async (options) => {
      const broken = open('GET', '/', () => { throw new Error('the disk is on fire') })
      const pipeline = testRequests([broken], options)
      expect((await pipeline.ask('/')).status).toBe(500)
    }
    test('unaware', () => fault({}))
    test('aware', () => fault({ expectsErrors: true }))
    test('after', () => expect(1).toBe(1))
  `)
  expect(words).toContain('(fail) unaware')
  expect(words).toContain('(pass) aware')
  expect(words).toContain('(pass) after')
  expect(words).toContain('the disk is on fire')
})
