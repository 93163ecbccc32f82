import { expect, test } from 'bun:test'
import { runExecutable } from './harness.ts'

test('passwright licenses prints the licenses of everything inside the executable', async () => {
  const { out, status } = await runExecutable(['licenses'])
  expect(status).toBe(0)
  for (const name of [
    'Passwright',
    'Bun, the runtime',
    'react-dom',
    'elysia',
    'drizzle-orm',
    'tailwindcss',
  ]) {
    expect(out).toContain(`\n${name}`)
  }
  expect(out).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
  expect(out).not.toContain('biome')
})
