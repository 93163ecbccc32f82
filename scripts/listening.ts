import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type Listening = {
  url: string
  pid: number
  /** Resident memory in megabytes, as the system counts it. */
  memory(): number
  [Symbol.asyncDispose](): Promise<void>
}

/** Linux counts processor time in these, whatever the machine. */
const TICK_MS = 10

export const EXECUTABLE = resolve('dist/passwright')

/** Starts a server and waits until it prints where it listens. */
export async function startListening(command: string[], cwd: string): Promise<Listening> {
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env.PATH },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const url = await readUrl(child.stdout)
  if (!url) throw new Error(`${command.join(' ')} ended without listening`)
  return {
    url,
    pid: child.pid,
    memory: () => memoryOf(child.pid),
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await child.exited
    },
  }
}

/** Milliseconds of processor time, user and system, that a process has used in all of its threads. */
export function processorMs(pid: number): number {
  const [, , , , , , , , , , , user = '', system = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(user) + Number(system)) * TICK_MS
}

/** A port of this machine that nobody listens on. */
export function freePort(): number {
  using listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  return listener.port
}

/** Resident memory of a process in megabytes, as the system counts it. */
export function memoryOf(pid: number): number {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)])
  return Number(stdout.toString()) / 1024
}

async function readUrl(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | undefined> {
  let text = ''
  for await (const chunk of output.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const url = /listens on (\S+),/.exec(text)?.[1]
    if (url) return url
  }
}

/** A folder that is gone when the block that holds it ends. */
export async function scratchFolder(): Promise<{ path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'passwright-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
