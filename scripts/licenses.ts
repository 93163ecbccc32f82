import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod/mini'

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.optional(
    z.union([
      z.string(),
      z.pipe(
        z.object({ name: z.string() }),
        z.transform(({ name }) => name),
      ),
    ]),
  ),
})

export type Package = z.output<typeof Manifest> & {
  /** License files, joined; null if there are none. */
  text: string | null
}

/** In the executable, but not among its modules: build tools' runtime code, and sources of the strength data. */
const PACKAGES_WITHOUT_MODULES = [
  'tailwindcss',
  'vite',
  'rolldown',
  'zxcvbn',
  '@zxcvbn-ts/language-common',
  '@zxcvbn-ts/language-ar',
  '@zxcvbn-ts/language-cs',
  '@zxcvbn-ts/language-de',
  '@zxcvbn-ts/language-es-es',
  '@zxcvbn-ts/language-fi',
  '@zxcvbn-ts/language-fr',
  '@zxcvbn-ts/language-id',
  '@zxcvbn-ts/language-it',
  '@zxcvbn-ts/language-ja',
  '@zxcvbn-ts/language-nl-be',
  '@zxcvbn-ts/language-pl',
  '@zxcvbn-ts/language-pt-br',
  '@faker-js/faker',
  '@scure/bip39',
  'any-ascii',
  'cldr-annotations-full',
  'stopwords-iso',
].map((name) => `node_modules/${name}/`)
const COMMON_PASSWORDS_LICENSE = 'src/domain/passwords/lists/LICENSE-common-passwords.txt'

/** For packages without a license file, and for libraries in Bun. */
const STANDARD_TEXTS = ['MIT', 'ISC', 'Apache-2.0', 'LGPL-2.1', 'MPL-2.0']

/** The packages of the server and of `webModules`. Throws if one has no license text. */
export async function bundledPackages(webModules: Iterable<string>): Promise<Package[]> {
  const modules = [...(await serverModules()), ...webModules, ...PACKAGES_WITHOUT_MODULES]
  const folders = new Set(modules.flatMap((path) => packageFolder(resolve(path)) ?? []))
  return Promise.all([...folders].sort().map(readPackage))
}

/** The licenses of this project, Bun and `packages` as one text. */
export async function licenseText(packages: Package[]): Promise<string> {
  const chapters = [
    chapter('Passwright', await Bun.file('LICENSE').text()),
    chapter('Bun, the runtime', await bunNotice()),
    chapter('The list of common passwords, from Django', await Bun.file(COMMON_PASSWORDS_LICENSE).text()),
    ...packageChapters(packages),
    ...(await standardChapters()),
  ]
  return chapters.join('\n')
}

async function serverModules(): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: ['src/main.ts', 'src/site/icons/icon-worker.ts'],
    target: 'bun',
    external: ['#build'],
    metafile: true,
  })
  return Object.keys(metafile?.inputs ?? {})
}

function packageFolder(path: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(`${path}/`)?.[0]
}

async function readPackage(folder: string): Promise<Package> {
  const manifest = Manifest.parse(await Bun.file(`${folder}/package.json`).json())
  const files = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort()
  const texts = await Promise.all(files.map((name) => Bun.file(`${folder}/${name}`).text()))
  if (files.length === 0 && !STANDARD_TEXTS.includes(manifest.license)) {
    throw new Error(
      `${manifest.name} has no license text, and ${manifest.license} is not in scripts/licenses.`,
    )
  }
  return { ...manifest, text: files.length > 0 ? withoutBundled(texts.join('\n\n').trim()) : null }
}

/** Vite appends the licenses of its own dependencies, which sites don't contain. */
const withoutBundled = (text: string) => text.split('\n# Licenses of bundled dependencies')[0] ?? text

function packageChapters(packages: Package[]): string[] {
  const titles = new Map<string, string[]>()
  for (const { name, version, license, author, text } of packages) {
    const body = text ?? `License: ${license}; its text is at the end.${author ? `\nAuthor: ${author}` : ''}`
    titles.set(body, [...(titles.get(body) ?? []), `${name} ${version}`])
  }
  return [...titles].map(([body, names]) => chapter([...new Set(names)].sort().join('\n'), body)).sort()
}

/** bun-types includes Bun's license notice. */
async function bunNotice(): Promise<string> {
  const page = await Bun.file('node_modules/bun-types/docs/project/license.mdx').text()
  return page.replace(/^---\n.*?\n---\n/s, '').trim()
}

const standardChapters = () =>
  Promise.all(
    STANDARD_TEXTS.map(async (name) => chapter(name, await Bun.file(`scripts/licenses/${name}.txt`).text())),
  )

const chapter = (title: string, text: string) =>
  `${'='.repeat(80)}\n${title}\n${'='.repeat(80)}\n\n${text.trim()}\n`
