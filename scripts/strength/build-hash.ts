import { Glob } from 'bun'
import * as z from 'zod/mini'

const ROOT = `${import.meta.dir}/../..`
const SOURCES = [
  'scripts/build-strength.ts',
  'scripts/strength/*.{ts,tsv,txt}',
  'src/domain/passwords/estimate/**/*.ts',
  'src/domain/passwords/lists/common-passwords.txt',
]
const DATA = 'src/domain/passwords/data/**/*.bin'
const HASH = 'scripts/strength/build-hash.txt'

const Packages = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

/** Of the data, of all code and lists that they are made from, and of the packages' versions. */
export async function hashBuild(): Promise<string> {
  const hash = new Bun.SHA256()
  const patterns = [...SOURCES, DATA].map((pattern) => new Glob(pattern))
  const paths = patterns.flatMap((pattern) => [...pattern.scanSync({ cwd: ROOT })])
  const files = paths.filter((path) => path !== HASH && !path.endsWith('.test.ts')).sort()
  let scripts = ''
  for (const path of files) {
    const file = Bun.file(`${ROOT}/${path}`)
    hash.update(path).update(await file.bytes())
    if (path.endsWith('.ts')) scripts += await file.text()
  }
  const { dependencies, devDependencies } = Packages.parse(await Bun.file(`${ROOT}/package.json`).json())
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }).sort())
    if (scripts.includes(`'${name}`) || scripts.includes(`\`${name}`)) hash.update(`${name} ${version}`)
  return hash.digest('hex')
}

export const readBuildHash = async (): Promise<string> => (await Bun.file(`${ROOT}/${HASH}`).text()).trim()

export const writeBuildHash = async (): Promise<number> =>
  Bun.write(`${ROOT}/${HASH}`, `${await hashBuild()}\n`)
