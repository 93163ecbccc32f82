import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'

/** Where names are asked for within. */
export const NAME_SERVER = '127.0.0.53'

/** From here on there is no other machine, and every address there is leads back to this one. */
const ENTER = `set -e
PATH=$PATH:/usr/sbin:/sbin
ip link set lo up
ip route add local 0.0.0.0/0 dev lo
ip -6 route add local ::/0 dev lo
mount --bind "$0" /etc/resolv.conf
exec "$@"`

/** Whoever is not root may be, in a world of their own, where the kernel lets them. */
const unshare = () => (process.getuid?.() === 0 ? ['unshare', '-nm'] : ['unshare', '-Urnm'])

/** Why there can't be a network of our own on this machine; null when there can. */
export function namespaceRefusal(): string | null {
  using folder = temporaryFolder()
  const [program = '', ...args] = inNamespace(['true'], folder.path)
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? null : `${error?.message ?? stderr.trim().split('\n')[0]}`
}

/** The command line that runs `command` in a network of its own; `folder` is for a file that it needs meanwhile. */
export function inNamespace(command: string[], folder: string): string[] {
  const resolvers = join(folder, 'resolv.conf')
  writeFileSync(resolvers, `nameserver ${NAME_SERVER}\n`)
  return [...unshare(), 'sh', '-c', ENTER, resolvers, ...command]
}
