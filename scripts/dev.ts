import { createServer } from 'vite'
import { readConfig } from '#src/config.ts'
import { freePorts } from '#src/testing/free-ports.ts'
import { devProxy } from './dev-proxy.ts'

const SERVER_HOST = '127.0.0.1'

process.exit(await main(process.argv.slice(2)))

/** Vite serves the browser code with hot reload and proxies everything else to the server, which restarts on changes. */
async function main(args: string[]): Promise<number> {
  try {
    const { host, port } = readConfig(args, process.env)
    const [freePort = 0] = await freePorts(1)
    const backend = { host: SERVER_HOST, port: freePort }
    const vite = await createServer({
      appType: 'custom',
      server: { host, port, strictPort: true },
      plugins: [devProxy(backend)],
    })
    await vite.listen()
    vite.printUrls()
    const server = serve(args, backend)
    process.on('SIGTERM', () => server.kill())
    process.on('SIGINT', () => server.kill())
    await server.exited
    await vite.close()
    return server.exitCode ?? 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return 2
  }
}

/** The last occurrence of a flag wins, so the internal address overrides the user's. */
function serve(args: string[], { host, port }: { host: string; port: number }): Bun.Subprocess {
  const flags = [...args, `--host=${host}`, `--port=${port}`]
  return Bun.spawn(
    [process.execPath, '--no-orphans', '--watch', '--no-clear-screen', 'scripts/dev-server.ts', ...flags],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
}
