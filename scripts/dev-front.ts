import { statSync } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { DEV_ENTRY } from './dev-entry.ts'

type Address = { host: string; port: number }

const PATIENCE_MS = 15_000
const RETRY_MS = 40

/** Vite's part of the one origin: its modules and the public files are its own, the rest comes from `behind`. */
export function devFront(behind: Address): Plugin {
  return {
    name: 'dev-front',
    configureServer: ({ middlewares, config }) => {
      middlewares.use((incoming, outgoing, next) => {
        const path = new URL(incoming.url ?? '/', 'http://localhost').pathname
        if (/^\/(?:@|web\/|src\/|node_modules\/)/.test(path) || isFile(config.publicDir + path)) next()
        else passOn(incoming, outgoing, behind)
      })
    },
    resolveId: (id) => (id.startsWith(DEV_ENTRY) ? id : undefined),
    // A module and not an inline script, so that the policy of the documents stays as strict as in production.
    load: (id) => (id.startsWith(DEV_ENTRY) ? entryCode(id.slice(DEV_ENTRY.length)) : undefined),
  }
}

/** What Vite would write into the head of a page of its own, and then the real entry. */
function entryCode(source: string): string {
  return `import '/@vite/client'
${react.preambleCode.replace('__BASE__', '/')}
await import('/${source}')`
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

async function passOn(incoming: IncomingMessage, outgoing: ServerResponse, behind: Address): Promise<void> {
  const refuse = (reason: string) => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'text/plain' })
    outgoing.end(`${reason}\n`)
  }
  if (!(await isUp(behind))) return refuse('The server behind does not answer; its output tells why.')
  const { method, url, headers } = incoming
  const onward = request({ ...behind, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', (error) => refuse(error.message))
  incoming.pipe(onward)
}

/** Waits while the server starts again after a change. */
async function isUp(address: Address): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await takesConnections(address))) {
    if (performance.now() > deadline) return false
    await Bun.sleep(RETRY_MS)
  }
  return true
}

function takesConnections(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    const settle = (isTaken: boolean) => {
      socket.destroy()
      resolve(isTaken)
    }
    socket.on('connect', () => settle(true))
    socket.on('error', () => settle(false))
  })
}
