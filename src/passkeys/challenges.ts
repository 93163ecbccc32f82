import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '#src/deps.ts'
import { isSameSecret } from '#src/http/same-secret.ts'
import { keepSecret } from '#src/sessions/store.ts'
import type { RelyingParty } from './relying-party.ts'

/** What a challenge is for; outside of a sign-in only in the session that asked for it. */
export type Purpose = { kind: 'sign in' } | { kind: 'add' | 'prove'; sessionId: string }

/** A challenge that was found right, to be marked as used. */
export type Answered = { id: string; expiresAt: Date }

export type Challenges = {
  /** A new challenge, in base64url. */
  create(purpose: Purpose, party: RelyingParty): Promise<string>
  /** Null for a challenge that this site did not make for that purpose, and for one that has expired. */
  read(challenge: string, purpose: Purpose, party: RelyingParty): Promise<Answered | null>
}

export const CHALLENGE_MS = 5 * 60_000

const KEY_BYTES = 32
const ID_BYTES = 16
const TIME_BYTES = 6

/**
 * Challenges that servers on one database all recognize, though nothing is stored of them until they are answered:
 * strangers may ask for any number. Each is random bytes, its end, and a signature over both and its purpose.
 */
export function createChallenges({ db, now }: Pick<Deps, 'db' | 'now'>): Challenges {
  let key: Promise<string> | undefined
  const getKey = () => {
    key ??= keepSecret(db, 'challenge-key', () => randomBytes(KEY_BYTES).toString('base64url'))
    key.catch(() => {
      key = undefined
    })
    return key
  }

  async function sign(head: Buffer, purpose: Purpose, { id, origin }: RelyingParty): Promise<Buffer> {
    const sessionId = 'sessionId' in purpose ? purpose.sessionId : ''
    const about = JSON.stringify([head.toString('base64url'), purpose.kind, sessionId, id, origin])
    return createHmac('sha256', await getKey())
      .update(about)
      .digest()
  }

  return {
    create: async (purpose, party) => {
      const time = Buffer.alloc(TIME_BYTES)
      time.writeUIntBE(now().getTime() + CHALLENGE_MS, 0, TIME_BYTES)
      const head = Buffer.concat([randomBytes(ID_BYTES), time])
      return Buffer.concat([head, await sign(head, purpose, party)]).toString('base64url')
    },
    read: async (challenge, purpose, party) => {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.toString('base64url') !== challenge || bytes.length <= ID_BYTES + TIME_BYTES) return null
      const head = bytes.subarray(0, ID_BYTES + TIME_BYTES)
      const expected = Buffer.concat([head, await sign(head, purpose, party)]).toString('base64url')
      const expiresAt = new Date(head.readUIntBE(ID_BYTES, TIME_BYTES))
      if (!isSameSecret(challenge, expected) || expiresAt <= now()) return null
      return { id: head.subarray(0, ID_BYTES).toString('base64url'), expiresAt }
    },
  }
}
