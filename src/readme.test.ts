import { expect, test } from 'bun:test'
import { SETTINGS } from './config.ts'

test('the README tells every setting as --help does', async () => {
  const readme = await Bun.file(new URL('../README.md', import.meta.url)).text()
  const section = /^## Settings\n(.*?)^## /ms.exec(readme)?.[1] ?? ''
  const rows = Array.from(
    section.matchAll(/^\| (`--.*?) +\| (.*?) +\| (.*?) +\|$/gm),
    ([, ...cells]) => cells,
  )
  const settings = SETTINGS.map(({ flag, env, value, about }) => [
    `\`--${flag} ${value.replaceAll('|', '\\|')}\``,
    `\`${env}\``,
    about,
  ])
  expect(rows).toEqual(settings)
})
