import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/**
 * The addresses that others may reach this machine by: a service behind them may trust whoever calls from here. The
 * loopback interface is left out, as its own addresses are not public and others on it stand for services that are.
 */
export function ownAddresses(
  interfaces: Record<string, NetworkInterfaceInfo[] | undefined> = networkInterfaces(),
): string[] {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  return all.filter(({ internal }) => !internal).map(({ address }) => address)
}
