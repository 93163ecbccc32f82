import { expect, test } from 'bun:test'
import { mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprint } from './fingerprint.ts'

async function checkout(files: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  for (const [path, text] of Object.entries(files)) await Bun.write(join(folder, path), text)
  return folder
}

const SOURCES = { 'package.json': '{}', 'src/main.ts': 'main()', 'web/ui/button.tsx': 'button' }

test('the same sources in two folders have the same fingerprint', async () => {
  expect(await fingerprint(await checkout(SOURCES))).toBe(await fingerprint(await checkout(SOURCES)))
})

test('editing, adding, renaming and deleting a file each change the fingerprint', async () => {
  const folder = await checkout(SOURCES)
  const seen = new Set([await fingerprint(folder)])
  await Bun.write(join(folder, 'src/main.ts'), 'mean()')
  seen.add(await fingerprint(folder))
  await Bun.write(join(folder, 'migrations/0002_more.sql'), '')
  seen.add(await fingerprint(folder))
  renameSync(join(folder, 'web/ui/button.tsx'), join(folder, 'web/ui/knob.tsx'))
  seen.add(await fingerprint(folder))
  await Bun.file(join(folder, 'package.json')).delete()
  seen.add(await fingerprint(folder))
  expect(seen.size).toBe(5)
})

test('the data folder and the last build don’t affect the fingerprint', async () => {
  const folder = await checkout(SOURCES)
  const before = await fingerprint(folder)
  await Bun.write(join(folder, 'data/passwright.db'), 'rows')
  await Bun.write(join(folder, 'dist/passwright'), 'program')
  expect(await fingerprint(folder)).toBe(before)
})
