import { createHmac } from 'node:crypto'
import type { Deps } from '#src/deps.ts'
import { networkOf } from '#src/http/rate-limit.ts'
import { findKnownClients, keepSecret, rememberClients } from './store.ts'

/** Where a sign-in comes from: an address, and the secret that the browser keeps for it, if it has one. */
export type Client = { address: string; device: string | undefined }

/** What of a client has signed in under a name before; `device` is a key for it that is not the secret. */
export type Recognized = { network: boolean; device: string | null }

export type KnownClients = {
  recognize(username: string, client: Client): Promise<Recognized>
  /** Notes that this user has just signed in from there. */
  remember(userId: number, client: Client): Promise<void>
}

const KEY_BYTES = 32

/**
 * Remembers where administrators signed in from. A flood from elsewhere can't take their turn. Being known opens nothing
 * by itself, and an unknown client learns nothing of which names exist. Only keyed hashes are stored: without a key, all
 * IPv4 addresses could be tried in seconds.
 */
export function createKnownClients({ db, now }: Pick<Deps, 'db' | 'now'>): KnownClients {
  let key: Promise<string> | undefined
  const getKey = () => {
    key ??= keepSecret(db, 'client-key', randomKey)
    key.catch(() => {
      key = undefined
    })
    return key
  }

  async function hashesOf({ address, device }: Client) {
    const secret = await getKey()
    const hash = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
    return {
      network: hash(`network ${networkOf(address)}`),
      device: device === undefined ? null : hash(`device ${device}`),
    }
  }

  return {
    recognize: async (username, client) => {
      const { network, device } = await hashesOf(client)
      const known = await findKnownClients(db, username, [network, device ?? network], now())
      return {
        network: known.includes(network),
        device: device !== null && known.includes(device) ? device : null,
      }
    },
    remember: async (userId, client) => {
      const { network, device } = await hashesOf(client)
      await rememberClients(db, userId, device === null ? [network] : [network, device], now())
    },
  }
}

const randomKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES))).toString('base64url')
