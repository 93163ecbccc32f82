import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SETTINGS } from './config.ts'

const ROOT = join(import.meta.dir, '..')

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsOf = (file: string) =>
  Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading))

test('the documentation lists every setting as --help does', () => {
  const rows = Array.from(
    read('docs/settings.md').matchAll(/^\| (`--.*?) +\| (.*?) +\| (.*?) +\|$/gm),
    ([, ...cells]) => cells,
  )
  const settings = SETTINGS.map(({ flag, env, value, about }) => [
    `\`--${flag} ${value.replaceAll('|', '\\|')}\``,
    `\`${env}\``,
    about,
  ])
  expect(rows).toEqual(settings)
})

test('every link in the documentation has a target', () => {
  const pages = ['*.md', 'docs/*.md'].flatMap((glob) => [...new Bun.Glob(glob).scanSync(ROOT)])
  expect(pages).toContain('README.md')
  const broken = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/(?<!`)\]\(([^)\s]+)\)/g), ([, link = '']) => link)
      .filter((link) => !/^(?:https?|mailto|tel):|^\//.test(link))
      .filter((link) => {
        const [path, anchor] = link.split('#')
        const target = path ? join(dirname(page), path) : page
        return !existsSync(join(ROOT, target)) || (anchor && !anchorsOf(target).includes(anchor))
      })
      .map((link) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('the README has at most 250 lines and links every page of the documentation', () => {
  const readme = read('README.md')
  expect(readme.split('\n').length).toBeLessThanOrEqual(250)
  for (const page of new Bun.Glob('docs/*.md').scanSync(ROOT)) expect(readme).toContain(`(${page})`)
})
