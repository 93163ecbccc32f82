import { createServer as listenOn } from 'node:net'
import { createServer } from 'vite'
import { readConfig } from '#src/config.ts'
import { devFront } from './dev-front.ts'

const BEHIND = '127.0.0.1'

process.exit(await main(process.argv.slice(2)))

/**
 * One origin for development: Vite serves the browser side's modules, hot, and hands everything else on to the real
 * server, which runs from its sources on a port behind and starts again when one of them changes.
 */
async function main(args: string[]): Promise<number> {
  try {
    const { host, port } = readConfig(args, process.env)
    const behind = { host: BEHIND, port: await freePort() }
    const vite = await createServer({
      appType: 'custom',
      server: { host, port, strictPort: true },
      plugins: [devFront(behind)],
    })
    await vite.listen()
    vite.printUrls()
    const server = serve(args, behind)
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

/** A flag given twice counts the last time, so the address behind wins over the one for people. */
function serve(args: string[], { host, port }: { host: string; port: number }): Bun.Subprocess {
  const flags = [...args, `--host=${host}`, `--port=${port}`]
  return Bun.spawn(
    [process.execPath, '--no-orphans', '--watch', '--no-clear-screen', 'scripts/dev-server.ts', ...flags],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = listenOn()
    server.on('error', reject)
    server.listen(0, BEHIND, () => {
      const address = server.address()
      server.close(() =>
        address === null || typeof address === 'string'
          ? reject(new Error('No free port'))
          : resolve(address.port),
      )
    })
  })
}
