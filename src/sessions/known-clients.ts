import { createHmac } from 'node:crypto'
import type { Deps } from '#src/deps.ts'
import { networkOf } from '#src/http/rate-limit.ts'
import { once } from '#src/lib/once.ts'
import { getOrCreateSecret } from '#src/secrets/store.ts'
import { findKnownClients, rememberClients } from './store.ts'

/** `device` is a secret stored by the browser. */
export type Client = { address: string; device: string | undefined }

/** Whether the client's network and browser have been used to sign in with this username; `knownDevice` is a hash. */
export type Recognized = { isKnownNetwork: boolean; knownDevice: string | null }

export type KnownClients = ReturnType<typeof createKnownClients>

/**
 * Networks and browsers of past sign-ins are exempt from limits that strangers elsewhere could exhaust, and their password
 * checks have a separate queue. A browser also has its own budgets; a network shares its budgets with everyone on it. Being
 * known grants no access and reveals no usernames. Hashes are keyed; otherwise, one could try all IPv4 addresses.
 */
export function createKnownClients({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const getKey = once(() => getOrCreateSecret(db, 'client-key'))

  async function hashesOf({ address, device }: Client) {
    const secret = await getKey()
    const hash = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
    return {
      network: hash(`network ${networkOf(address)}`),
      device: device === undefined ? null : hash(`device ${device}`),
    }
  }

  return {
    recognize: async (username: string, client: Client): Promise<Recognized> => {
      const { network, device } = await hashesOf(client)
      const known = await findKnownClients(db, username, [network, device ?? network], now())
      return {
        isKnownNetwork: known.includes(network),
        knownDevice: device !== null && known.includes(device) ? device : null,
      }
    },
    remember: async (userId: number, client: Client): Promise<void> => {
      const { network, device } = await hashesOf(client)
      await rememberClients(db, userId, device === null ? [network] : [network, device], now())
    },
  }
}
