import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'

export const NAME_SERVER = '127.0.0.53'

/** Every address leads to this machine. */
const ENTER = `set -e
PATH=$PATH:/usr/sbin:/sbin
ip link set lo up
ip route add local 0.0.0.0/0 dev lo
ip -6 route add local ::/0 dev lo
mount --bind "$0" /etc/resolv.conf
exec "$@"`

/** User namespaces work without root, if the kernel permits them. */
const unshare = () => (process.getuid?.() === 0 ? ['unshare', '-nm'] : ['unshare', '-Urnm'])

/** Why network namespaces don't work here, or null. */
export function namespaceRefusal(): string | null {
  using folder = temporaryFolder()
  const [program = '', ...args] = inNamespace(['true'], folder.path)
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? null : `${error?.message ?? stderr.trim().split('\n')[0]}`
}

export function inNamespace(command: string[], folder: string): string[] {
  const resolvers = join(folder, 'resolv.conf')
  writeFileSync(resolvers, `nameserver ${NAME_SERVER}\n`)
  return [...unshare(), 'sh', '-c', ENTER, resolvers, ...command]
}
