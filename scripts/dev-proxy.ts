import { statSync } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { DEV_ENTRY } from './dev-entry.ts'

type Address = { host: string; port: number }

const RESTART_MS = 15_000
const RETRY_MS = 40

/** Vite serves its modules and public files, and proxies the rest to `backend`. */
export function devProxy(backend: Address): Plugin {
  return {
    name: 'dev-proxy',
    configureServer: ({ middlewares, config }) => {
      middlewares.use((incoming, outgoing, next) => {
        const path = new URL(incoming.url ?? '/', 'http://localhost').pathname
        if (/^\/(?:@|web\/|src\/|node_modules\/)/.test(path) || isFile(config.publicDir + path)) next()
        else forward(incoming, outgoing, backend)
      })
    },
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

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, backend: Address): Promise<void> {
  const fail = (reason: string) => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'text/plain' })
    outgoing.end(`${reason}\n`)
  }
  if (!(await isUp(backend))) return fail("The back-end server isn't responding; see its output.")
  const { method, url, headers } = incoming
  const forwarded = request({ ...backend, method, path: url, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
  })
  forwarded.on('error', (error) => fail(error.message))
  incoming.pipe(forwarded)
}

/** Waits while the server restarts. */
async function isUp(address: Address): Promise<boolean> {
  const deadline = performance.now() + RESTART_MS
  while (!(await acceptsConnections(address))) {
    if (performance.now() > deadline) return false
    await Bun.sleep(RETRY_MS)
  }
  return true
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
