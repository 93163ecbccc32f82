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

/** Throws for a name that is no target. */
export function readTarget(name: string): Target {
  const target = TARGETS.find((target) => target === name)
  if (!target) throw new Error(`there is no target ${name}; choose one of ${TARGETS.join(', ')}.`)
  return target
}

/**
 * Writes the executable into `folder`, around its built.ts, and answers its file name. Code for another kind of machine is wrapped in that
 * machine's Bun, which is downloaded: throws a sentence that says so when that fails.
 */
export async function compile(folder: string, target: Target | undefined): Promise<string> {
  try {
    const { outputs } = await Bun.build({
      // Threads of their own are found beside the program, as they are beside the module that starts them in the sources.
      entrypoints: [
        'src/main.ts',
        'src/analyses/page-worker.ts',
        'src/backups/copy-worker.ts',
        'src/site/drawing-worker.ts',
        'src/site/icons/icon-worker.ts',
      ],
      naming: { entry: '[name].[ext]' },
      target: 'bun',
      // Some packages can be cut down to what is used only in this form of theirs.
      conditions: ['module'],
      format: 'esm',
      minify: true,
      bytecode: true,
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [builtIn(folder)],
      compile: {
        outfile: `${folder}/passwright`,
        autoloadDotenv: false,
        autoloadBunfig: false,
        ...(target ? { target } : {}),
      },
    })
    return basename(outputs[0]?.path ?? '')
  } catch (error) {
    if (!target || !Bun.inspect(error).includes('Failed to download')) throw error
    throw new Error(
      `Bun for ${target} could not be downloaded. Without a network, only this kind of machine can be built for.`,
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
