import { statSync } from 'node:fs'
import { connect } from 'node:net'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'

type Address = { host: string; port: number }

/** URL prefix of modules that load an entry with hot reload. */
export const DEV_ENTRY = '/@dev/'

const RESTART_MS = 15_000
const RETRY_MS = 40

/** Vite serves its modules and public files, and proxies the rest to `backend`. */
export function devProxy(backend: Address): Plugin {
  return {
    name: 'dev-proxy',
    config: ({ publicDir }) => ({
      server: {
        proxy: {
          '/': {
            target: `http://${backend.host}:${backend.port}`,
            bypass: async ({ url = '/' }) => {
              const path = new URL(url, 'http://localhost').pathname
              if (/^\/(?:@|web\/|src\/|node_modules\/)/.test(path) || isFile(publicDir + path)) return url
              await untilUp(backend)
            },
          },
        },
      },
    }),
    resolveId: (id) => (id.startsWith(DEV_ENTRY) ? id : undefined),
    // A module instead of an inline script, so that the content security policy stays as in production.
    load: (id) => (id.startsWith(DEV_ENTRY) ? entryCode(id.slice(DEV_ENTRY.length)) : undefined),
  }
}

/** Vite's own preamble, then the real entry. */
function entryCode(source: string): string {
  return `import '/@vite/client'
${react.preambleCode.replace('__BASE__', '/')}
await import('/${source}')`
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** The server may be restarting. */
async function untilUp(backend: Address): Promise<void> {
  const deadline = performance.now() + RESTART_MS
  while (!(await acceptsConnections(backend)) && performance.now() < deadline) await Bun.sleep(RETRY_MS)
}

function acceptsConnections(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    const settle = (isAccepted: boolean) => {
      socket.destroy()
      resolve(isAccepted)
    }
    socket.on('connect', () => settle(true))
    socket.on('error', () => settle(false))
  })
}
