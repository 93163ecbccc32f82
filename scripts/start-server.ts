import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type RunningServer = {
  url: string
  pid: number
  [Symbol.asyncDispose](): Promise<void>
}

/** Linux counts CPU time in these units. */
const TICK_MS = 10

export const EXECUTABLE = resolve('dist/passwright')

/** Resolves when the server prints its address. */
export async function startServer(command: string[], cwd: string): Promise<RunningServer> {
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env.PATH },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const url = await readUrl(child.stdout)
  if (!url) throw new Error(`${command.join(' ')} exited before listening`)
  return {
    url,
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await child.exited
    },
  }
}

/** User and system time of all threads. */
export function cpuMs(pid: number): number {
  const [, , , , , , , , , , , user = '', system = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(user) + Number(system)) * TICK_MS
}

async function readUrl(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | undefined> {
  let text = ''
  for await (const chunk of output.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const url = /is listening on (\S+),/.exec(text)?.[1]
    if (url) return url
  }
}

export async function scratchFolder(): Promise<{ path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'passwright-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
