import type { BuildFiles } from '#domain/site.ts'
import type { EncodedBody } from '#src/http/encoded.ts'
import type { DrawnPages } from './drawn-pages.ts'

/** The module that every document of the public site starts with. */
export const ENTRY = 'web/main.ts'
/** The module that makes the document an app; the entry loads it when it is time. */
export const APP = 'web/app.tsx'

/** A module of the browser bundle, as Vite's manifest describes it. */
export type ManifestChunk = {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  /** Workers and data files that it asks for by their address. */
  assets?: string[]
}

/** The built browser side: every file by its address, and which file each source became. */
export type SiteBuild = {
  files: ReadonlyMap<string, EncodedBody>
  manifest: Readonly<Record<string, ManifestChunk>>
  /** Pages that were drawn with it. */
  drawn?: DrawnPages
}

type Loaded = {
  /** A module that the entry loads at once. */
  early?: string | undefined
  /** Modules that the entry loads later. */
  later?: string[]
}

/** What a document of the bundle `entry` needs at once, and for the modules that the entry loads later. */
export function filesFor(
  { manifest }: SiteBuild,
  entry: string,
  { early, later = [] }: Loaded = {},
): BuildFiles {
  const seen = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const file of chunk.css ?? []) styles.add(`/${file}`)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  const addressesOf = (names: Iterable<string>) =>
    [...names].flatMap((name) => (manifest[name] ? [`/${manifest[name].file}`] : []))

  visit(entry)
  if (early !== undefined) visit(early)
  const first = [...seen]
  for (const source of later) visit(source)
  const [script = '/missing-build.js', ...preloads] = addressesOf(first)
  return {
    script,
    styles: [...styles],
    preloads,
    ...(later.length > 0 ? { later: addressesOf([...seen].slice(first.length)) } : {}),
  }
}

/**
 * The style sheets that every document of the bundle `entry` starts with, by address: small enough to travel in it, so
 * that nothing else is needed to show it. One that would end its element is left out, as is one that is not a file.
 */
export function sheetsToInline(build: SiteBuild, entry: string): ReadonlyMap<string, string> {
  const sheets = filesFor(build, entry).styles.flatMap((path) => {
    const file = build.files.get(path)
    return file ? [[path, new TextDecoder().decode(file.bytes.identity)] as const] : []
  })
  return new Map(sheets.filter(([, text]) => !text.includes('</')))
}

/**
 * Every file that the pages `sources` of the bundle `entry` may ever ask for, fetched at once or later. What only the
 * `otherPages` need is left out.
 */
export function filesToKeep(
  { manifest }: SiteBuild,
  entry: string,
  { sources, otherPages }: { sources: string[]; otherPages: string[] },
): string[] {
  const seen = new Set<string>(otherPages)
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`)
    for (const needed of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(needed)
  }
  for (const name of [entry, ...sources]) visit(name)
  return [...files].sort()
}
