import { connect } from 'node:net'
import { join } from 'node:path'
import { until } from './time-limits.ts'

export type Daemon = { url: string; pid: number; [Symbol.asyncDispose](): Promise<void> }

/** Where scripts/test unpacks a package. */
export const unpacked = (name: string) => join(import.meta.dir, '../../.tools', name)

/** Debian installs daemons in a folder that isn't on every user's PATH. */
export const findProgram = (name: string) =>
  Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:${unpacked(name)}/usr/bin` })

/** Runs a program in the foreground. Throws if it doesn't accept connections to the local `port`. */
export async function runDaemon(
  name: string,
  options: string[],
  { folder, port }: { folder: string; port: number },
): Promise<Daemon> {
  const child = Bun.spawn([findProgram(name) ?? name, ...options], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  await until(`${name} accepts connections`, () => {
    if (child.exitCode !== null) throw new Error(`${name} exited with status ${child.exitCode}`)
    return acceptsConnections(port)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await child.exited
    },
  }
}

const acceptsConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
