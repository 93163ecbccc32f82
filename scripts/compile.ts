import { basename } from 'node:path'

export const TARGETS = [
  'bun-linux-x64',
  'bun-linux-x64-baseline',
  'bun-linux-arm64',
  'bun-linux-x64-musl',
  'bun-linux-arm64-musl',
  'bun-darwin-x64',
  'bun-darwin-arm64',
  'bun-windows-x64',
] as const

export type Target = (typeof TARGETS)[number]

export function readTarget(name: string): Target {
  const target = TARGETS.find((target) => target === name)
  if (!target) throw new Error(`unknown target ${name}; choose one of ${TARGETS.join(', ')}.`)
  return target
}

/** Compiles the server with `folder`/built.ts and returns the file name. Throws if another platform's Bun can't be downloaded. */
export async function compile(folder: string, target: Target | undefined): Promise<string> {
  try {
    const { outputs } = await Bun.build({
      // Workers are resolved relative to the program, as in the sources.
      entrypoints: [
        'src/main.ts',
        'src/analyses/page-worker.ts',
        'src/backups/copy-worker.ts',
        'src/backups/offsite-worker.ts',
        'src/site/render-worker.ts',
        'src/site/icons/icon-worker.ts',
      ],
      naming: { entry: '[name].[ext]' },
      target: 'bun',
      // Some packages can only be tree-shaken in this format.
      conditions: ['module'],
      format: 'esm',
      minify: true,
      bytecode: true,
      // Commands load only the modules that they need.
      splitting: true,
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [builtIn(folder)],
      compile: {
        outfile: `${folder}/passwright`,
        // Code that only starts the program isn't worth compiling; main.ts ends this.
        jitPolicy: 50,
        autoloadDotenv: false,
        autoloadBunfig: false,
        ...(target ? { target } : {}),
      },
    })
    return basename(outputs[0]?.path ?? '')
  } catch (error) {
    if (!target || !Bun.inspect(error).includes('Failed to download')) throw error
    throw new Error(
      `Bun for ${target} could not be downloaded. Offline, only builds for this platform work.`,
      { cause: error },
    )
  }
}

const builtIn = (folder: string): Bun.BunPlugin => ({
  name: 'built-module',
  setup: (build) => {
    build.onResolve({ filter: /^#build$/ }, () => ({ path: `${folder}/built.ts` }))
  },
})
