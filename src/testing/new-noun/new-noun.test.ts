import { expect, test } from 'bun:test'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shortOrLong } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { LINES } from './added-lines.ts'

const ROOT = join(import.meta.dir, '../../..')
const COPIED = [
  'src',
  'web',
  'scripts',
  'migrations',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'biome.json',
  '.gitignore',
  'bunfig.toml',
]

const newFiles = new Map(
  [...new Bun.Glob('**/*.txt').scanSync(import.meta.dir)].map((file) => [
    file.replace(/\.txt$/, ''),
    readFileSync(join(import.meta.dir, file), 'utf8'),
  ]),
)

test('CONTRIBUTING.md lists exactly the files of a new noun', () => {
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const section = /^## Adding a noun\n(.*?)^##/ms.exec(guide)?.[1] ?? ''
  const listed = Array.from(section.matchAll(/^\| `(.+?)` +\|/gm), ([, file = '']) =>
    file.replaceAll('NOUN', 'redirects'),
  )
  const taken = [...newFiles.keys(), ...new Set(LINES.map(({ file }) => file))]
  expect(listed.sort()).toEqual(taken.sort())
})

test('a noun works with exactly these files', async () => {
  using folder = temporaryFolder()
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder.path, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'))
  addNoun(folder.path)

  const [own, ...others] = [
    [process.execPath, 'test', 'src/redirects'],
    [process.execPath, 'test', 'src/boundaries.test.ts', 'src/db/schema.test.ts', 'src/api-docs'],
    [process.execPath, 'test', 'src/sessions/guard.test.ts', '-t', 'every route|redirects'],
    [process.execPath, 'test', 'src/attack/json-torture.test.ts', '-t', 'redirects'],
    ['node_modules/.bin/tsc', '-p', '.'],
    ['node_modules/.bin/biome', 'check', '--error-on-warnings', 'src', 'web/admin'],
  ]
  for (const command of shortOrLong([own ?? []], [own ?? [], ...others])) {
    const child = Bun.spawn(command, { cwd: folder.path, stdout: 'pipe', stderr: 'pipe' })
    const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    expect([await child.exited, output.join('')]).toEqual([0, expect.any(String)])
  }
})

function addNoun(folder: string): void {
  const latest = readdirSync(join(folder, 'migrations')).sort().at(-1) ?? ''
  const number = String(Number.parseInt(latest, 10) + 1).padStart(4, '0')
  for (const [file, text] of newFiles) {
    const path = join(folder, file.replace('00NN', number))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const { file, after, add } of LINES) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    expect([file, text]).toEqual([file, expect.stringMatching(after)])
    writeFileSync(
      path,
      text.replace(after, (line) => `${line}\n${add}`),
    )
  }
}
