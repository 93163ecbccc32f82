import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
})

type Package = z.output<typeof Manifest> & {
  /** Its own licence files, together; null when it ships none. */
  text: string | null
}

/** Inside without showing up among the modules: in the browser side, and what the strength data is made of. */
const UNSEEN = ['tailwindcss', 'vite', 'rolldown', 'zxcvbn', '@zxcvbn-ts/language-common'].map(
  (name) => `node_modules/${name}/`,
)
const COMMON_PASSWORDS_LICENCE = 'src/domain/passwords/lists/LICENSE-common-passwords.txt'

/** Texts for packages that name a licence but ship no text, and for libraries inside Bun. */
const STANDARD_TEXTS = ['MIT', 'ISC', 'Apache-2.0', 'LGPL-2.1', 'MPL-2.0']

/**
 * One text with the licences of everything inside the executable: this project, Bun, the packages that the server
 * imports and those behind `webModules`, the browser side's files. Throws for a package whose licence has no text.
 */
export async function collectLicences(webModules: Iterable<string>): Promise<string> {
  const modules = [...(await serverModules()), ...webModules, ...UNSEEN]
  const folders = new Set(modules.flatMap((path) => packageFolder(resolve(path)) ?? []))
  const packages = await Promise.all([...folders].map(readPackage))
  const chapters = [
    chapter('Passwright', await Bun.file('LICENSE').text()),
    chapter('Bun, the runtime', await bunNotice()),
    chapter('The list of common passwords, from Django', await Bun.file(COMMON_PASSWORDS_LICENCE).text()),
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
      `${manifest.name} has no licence text, and ${manifest.license} is not in scripts/licences.`,
    )
  }
  return { ...manifest, text: files.length > 0 ? withoutBundled(texts.join('\n\n').trim()) : null }
}

/** Vite's file goes on with what is inside its own tool, none of which gets into a site. */
const withoutBundled = (text: string) => text.split('\n# Licenses of bundled dependencies')[0] ?? text

function packageChapters(packages: Package[]): string[] {
  const titles = new Map<string, string[]>()
  for (const { name, version, license, author, text } of packages) {
    const body = text ?? `Licence: ${license}, whose text stands below.${author ? `\nAuthor: ${author}` : ''}`
    titles.set(body, [...(titles.get(body) ?? []), `${name} ${version}`])
  }
  return [...titles].map(([body, names]) => chapter([...new Set(names)].sort().join('\n'), body)).sort()
}

/** The types for Bun carry its documentation, and with it the notice of all that Bun links. */
async function bunNotice(): Promise<string> {
  const page = await Bun.file('node_modules/bun-types/docs/project/license.mdx').text()
  return page.replace(/^---\n.*?\n---\n/s, '').trim()
}

const standardChapters = () =>
  Promise.all(
    STANDARD_TEXTS.map(async (name) => chapter(name, await Bun.file(`scripts/licences/${name}.txt`).text())),
  )

const chapter = (title: string, text: string) =>
  `${'='.repeat(80)}\n${title}\n${'='.repeat(80)}\n\n${text.trim()}\n`
