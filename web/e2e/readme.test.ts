import { expect, test } from 'bun:test'
import { runExecutable } from './harness.ts'

test('the README’s table lists exactly the commands', async () => {
  const readme = await Bun.file(`${import.meta.dir}/../../README.md`).text()
  const documented = Array.from(readme.matchAll(/^\|.*`passwright ([a-z]+)` +\|/gm), ([, name]) => name)
  const { out } = await runExecutable(['--help'])
  const listed = Array.from(out.matchAll(/^ {2}([a-z]+) {2,}\S/gm), ([, name]) => name)
  expect(listed).toContain('serve')
  expect(documented.sort()).toEqual(listed.sort())
})
