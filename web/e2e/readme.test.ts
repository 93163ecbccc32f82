import { expect, test } from 'bun:test'
import { runExecutable } from './harness.ts'

test('the README has a row for every command and for nothing else', async () => {
  const readme = await Bun.file(`${import.meta.dir}/../../README.md`).text()
  const told = Array.from(readme.matchAll(/^\|.*`passwright ([a-z]+)` +\|/gm), ([, name]) => name)
  const { out } = await runExecutable(['--help'])
  const listed = Array.from(out.matchAll(/^ {2}([a-z]+) {2,}\S/gm), ([, name]) => name)
  expect(listed).toContain('serve')
  expect(told.sort()).toEqual(listed.sort())
})
