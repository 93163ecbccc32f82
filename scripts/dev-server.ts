import { readConfig } from '#src/config.ts'
import { StartError } from '#src/errors.ts'
import { encodeBody } from '#src/http/encoded-body.ts'
import { createLog } from '#src/log.ts'
import { run } from '#src/run.ts'
import type { SiteBuild } from '#src/site/build.ts'
import viteConfig from '../vite.config.ts'
import { renderOurIcons } from './build-icons.ts'
import { DEV_ENTRY } from './dev-proxy.ts'

/** Stylesheets by entry, so that documents include them before any script runs. */
const SHEETS: Record<string, string[]> = {
  'web/main.ts': ['web/site/site.css'],
  'web/admin/main.tsx': ['web/admin/admin.css'],
}

/** Vite builds modules on request; only images are files. */
async function devBuild(): Promise<SiteBuild> {
  const sources = Object.values(viteConfig.build?.rolldownOptions?.input ?? {})
  const chunks = sources.map((source) => [
    source,
    { file: `${DEV_ENTRY.slice(1)}${source}`, css: SHEETS[source] ?? [] },
  ])
  const pictures = Object.entries(await renderOurIcons()).map(([name, content]) => {
    const body = encodeBody(new Uint8Array(Buffer.from(content)), Bun.file(name).type, 0)
    return [`/${name}`, body] as const
  })
  return { files: new Map(pictures), manifest: Object.fromEntries(chunks) }
}

const config = readConfig(process.argv.slice(2), process.env)
const log = createLog({
  format: config.logFormat,
  now: () => new Date(),
  write: (line) => process.stdout.write(`${line}\n`),
})
try {
  const { databaseLocation, setupUrl, stop } = await run(config, { log, build: await devBuild() })
  log.info('server started', { data: databaseLocation })
  if (setupUrl) {
    // The proxy's port differs, and requests through it need the code.
    const { pathname, hash } = new URL(setupUrl)
    log.info('no administrator yet', { setup: pathname + hash })
  }
  const end = async () => {
    await stop()
    log.info('server stopped')
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}
