import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as buildWeb } from 'vite'

const { values } = parseArgs({ options: { target: { type: 'string' }, 'web-only': { type: 'boolean' } } })

process.env.NODE_ENV = 'production'
await rm('dist', { recursive: true, force: true })
await buildWeb({ logLevel: 'warn' })
await writeBuiltModule()
if (!values['web-only']) await compile(values.target)

/** Compresses every file of the browser side and writes the module that embeds them all. */
async function writeBuiltModule(): Promise<void> {
  const files = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: 'dist/web', dot: true }))
  const imports: string[] = []
  const entries: string[] = []
  for (const file of files.filter((file) => file !== 'manifest.json').sort()) {
    const path = `dist/web/${file}`
    const bytes = await Bun.file(path).bytes()
    const variants = { identity: path, ...(await compress(path, bytes)) }
    const names = Object.entries(variants).map(([encoding, variant]) => {
      const name = `file${imports.length}`
      imports.push(
        `import ${name} from ${JSON.stringify(`./${variant.slice('dist/'.length)}`)} with { type: 'file' }`,
      )
      return `${encoding}: ${name}`
    })
    const type = JSON.stringify(Bun.file(path).type)
    const etag = JSON.stringify(Bun.hash(bytes).toString(36))
    entries.push(`  [${JSON.stringify(`/${file}`)}, ${type}, ${etag}, { ${names.join(', ')} }],`)
  }
  const manifest = await Bun.file('dist/web/manifest.json').text()
  await Bun.write(
    'dist/built.ts',
    `${imports.join('\n')}
const manifest = ${manifest}
const files = [
${entries.join('\n')}
]
export async function loadBuild() {
  const bodies = await Promise.all(
    files.map(async ([path, type, etag, variants]) => {
      const bytes = await Promise.all(
        Object.entries(variants).map(async ([encoding, file]) => [encoding, await Bun.file(file).bytes()]),
      )
      return [path, { type, etag, bytes: Object.fromEntries(bytes) }]
    }),
  )
  return { files: new Map(bodies), manifest }
}
`,
  )
}

/** Writes the compressed forms that are smaller than the file beside it, and answers their paths. */
async function compress(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> {
  const forms = {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
    gzip: gzipSync(bytes, { level: 9 }),
  }
  const written: Record<string, string> = {}
  for (const [encoding, form] of Object.entries(forms)) {
    if (form.byteLength > bytes.byteLength * 0.95) continue
    written[encoding] = `${path}.${encoding}`
    await Bun.write(`${path}.${encoding}`, form)
  }
  return written
}

async function compile(target: string | undefined): Promise<void> {
  const command = [
    process.execPath,
    'build',
    'src/main.ts',
    '--compile',
    '--minify',
    '--bytecode',
    '--format=esm',
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    '--define',
    'process.env.NODE_ENV="production"',
    ...(target ? [`--target=${target}`] : []),
    '--outfile=dist/passwright',
  ]
  const { exitCode, stderr } = Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' })
  if (exitCode !== 0) throw new Error(`compiling failed:\n${stderr.toString()}`)
}
