import type { BuildFiles } from '#domain/site.ts'
import type { EncodedBody } from '#src/http/encoded-body.ts'

export const ENTRY = 'web/main.ts'
/** Makes the document interactive. The entry loads it later. */
export const APP = 'web/app.tsx'

type ManifestChunk = {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

export type SiteBuild = {
  files: ReadonlyMap<string, EncodedBody>
  manifest: Readonly<Record<string, ManifestChunk>>
  /** Pages rendered at build time, by job key. Each is read on first use. */
  prerendered?: ReadonlyMap<string, () => Promise<string>>
}

type LoadOrder = {
  early?: string | undefined
  later?: string[]
}

export function filesFor(
  { manifest }: SiteBuild,
  entry: string,
  { early, later = [] }: LoadOrder = {},
): BuildFiles {
  const visited = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || visited.has(name)) return
    visited.add(name)
    for (const file of chunk.css ?? []) styles.add(`/${file}`)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  const addressesOf = (names: Iterable<string>) =>
    [...names].flatMap((name) => (manifest[name] ? [`/${manifest[name].file}`] : []))

  visit(entry)
  if (early !== undefined) visit(early)
  const first = [...visited]
  for (const source of later) visit(source)
  const [script = '/missing-build.js', ...preloads] = addressesOf(first)
  return {
    script,
    styles: [...styles],
    preloads,
    ...(later.length > 0 ? { later: addressesOf([...visited].slice(first.length)) } : {}),
  }
}

/** Returns the entry's styles to inline, which avoids blocking requests, except styles that contain '</'. */
export function inlineStyles(build: SiteBuild, entry: string): ReadonlyMap<string, string> {
  const sheets = filesFor(build, entry).styles.flatMap((path) => {
    const file = build.files.get(path)
    return file ? [[path, new TextDecoder().decode(file.bytes.identity)] as const] : []
  })
  return new Map(sheets.filter(([, text]) => !text.includes('</')))
}

/** Returns every file that `sources` can load, except files that only `otherPages` need. */
export function filesToKeep(
  { manifest }: SiteBuild,
  entry: string,
  { sources, otherPages }: { sources: string[]; otherPages: string[] },
): string[] {
  const visited = new Set<string>(otherPages)
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || visited.has(name)) return
    visited.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`)
    for (const needed of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(needed)
  }
  for (const name of [entry, ...sources]) visit(name)
  return [...files].sort()
}
