import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Compresses the files of `folder`/web and writes `folder`/built.ts, which embeds them. */
export async function writeBuiltModule(folder: string): Promise<void> {
  const files = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: `${folder}/web`, dot: true }))
  const imports: string[] = []
  const entries: string[] = []
  for (const file of files.filter((file) => file !== 'manifest.json').sort()) {
    const path = `${folder}/web/${file}`
    const bytes = await Bun.file(path).bytes()
    const variants = { identity: file, ...(await compress(folder, file, bytes)) }
    const names = Object.entries(variants).map(([encoding, variant]) => {
      const name = `file${imports.length}`
      imports.push(`import ${name} from ${JSON.stringify(`./web/${variant}`)} with { type: 'file' }`)
      return `${encoding}: ${name}`
    })
    const type = JSON.stringify(Bun.file(path).type)
    const etag = JSON.stringify(Bun.hash(bytes).toString(36))
    entries.push(`  [${JSON.stringify(`/${file}`)}, ${type}, ${etag}, { ${names.join(', ')} }],`)
  }
  const manifest = await Bun.file(`${folder}/web/manifest.json`).text()
  await Bun.write(
    `${folder}/built.ts`,
    `import { readFileSync } from 'node:fs'
${imports.join('\n')}
import licenses from './licenses.txt' with { type: 'file' }
import { prerendered } from './prerendered.ts'
const manifest = ${manifest}
const files = [
${entries.join('\n')}
]
// Lazy: most files are never requested in most encodings.
function embedded(variants) {
  const bytes = {}
  for (const [encoding, file] of Object.entries(variants)) {
    let known
    Object.defineProperty(bytes, encoding, { get: () => (known ??= new Uint8Array(readFileSync(file))) })
  }
  return bytes
}
export async function loadBuild() {
  const bodies = files.map(([path, type, etag, variants]) => [path, { type, etag, bytes: embedded(variants) }])
  return { files: new Map(bodies), manifest, prerendered }
}
export const loadLicenses = () => Bun.file(licenses).text()
`,
  )
}

/** Keeps compressed files that save at least 5%; returns their names by encoding. */
async function compress(
  folder: string,
  file: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Record<string, string>> {
  const compressed = {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
    gzip: gzipSync(bytes, { level: 9 }),
  }
  const written: Record<string, string> = {}
  for (const [encoding, body] of Object.entries(compressed)) {
    if (body.byteLength > bytes.byteLength * 0.95) continue
    written[encoding] = `${file}.${encoding}`
    await Bun.write(`${folder}/web/${file}.${encoding}`, body)
  }
  return written
}

export function prerenderedModule(keys: string[]): string {
  const imports = keys.map(
    (_, at) => `import page${at} from './prerendered/${at}.txt' with { type: 'file' }\n`,
  )
  const entries = keys.map((key, at) => `  ['${key}', () => Bun.file(page${at}).text()],\n`)
  return `${imports.join('')}export const prerendered = new Map([\n${entries.join('')}])\n`
}
