import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** Services may trust requests from this machine's own public addresses. */
export function ownAddresses(
  interfaces: Record<string, NetworkInterfaceInfo[] | undefined> = networkInterfaces(),
): string[] {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  return all.filter(({ internal }) => !internal).map(({ address }) => address)
}
