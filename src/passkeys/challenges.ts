import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '#src/deps.ts'
import { secretsMatch } from '#src/http/secrets-match.ts'
import { once } from '#src/lib/once.ts'
import { getOrCreateSecret } from '#src/secrets/store.ts'
import type { RelyingParty } from './relying-party.ts'

/** Bound to a session, except for sign-in. */
export type Purpose = { kind: 'sign in' } | { kind: 'add' | 'prove'; sessionId: string }

/** Not marked as used yet. */
export type VerifiedChallenge = { id: string; expiresAt: Date }

export type Challenges = ReturnType<typeof createChallenges>

export const CHALLENGE_MS = 5 * 60_000

const ID_BYTES = 16
const TIME_BYTES = 6

/**
 * Stateless, because anyone may request any number: random bytes, expiry, and a signature over both and the purpose.
 * Valid on all servers that share the database; stored only once used.
 */
export function createChallenges({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const getKey = once(() => getOrCreateSecret(db, 'challenge-key'))

  async function sign(head: Buffer, purpose: Purpose, { id, origin }: RelyingParty): Promise<Buffer> {
    const sessionId = 'sessionId' in purpose ? purpose.sessionId : ''
    const about = JSON.stringify([head.toString('base64url'), purpose.kind, sessionId, id, origin])
    return createHmac('sha256', await getKey())
      .update(about)
      .digest()
  }

  return {
    create: async (purpose: Purpose, relyingParty: RelyingParty): Promise<string> => {
      const time = Buffer.alloc(TIME_BYTES)
      time.writeUIntBE(now().getTime() + CHALLENGE_MS, 0, TIME_BYTES)
      const head = Buffer.concat([randomBytes(ID_BYTES), time])
      return Buffer.concat([head, await sign(head, purpose, relyingParty)]).toString('base64url')
    },
    /** Null if expired, or created elsewhere or for another purpose. */
    read: async (
      challenge: string,
      purpose: Purpose,
      relyingParty: RelyingParty,
    ): Promise<VerifiedChallenge | null> => {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.toString('base64url') !== challenge || bytes.length <= ID_BYTES + TIME_BYTES) return null
      const head = bytes.subarray(0, ID_BYTES + TIME_BYTES)
      const expected = Buffer.concat([head, await sign(head, purpose, relyingParty)]).toString('base64url')
      const expiresAt = new Date(head.readUIntBE(ID_BYTES, TIME_BYTES))
      const left = expiresAt.getTime() - now().getTime()
      // Of a clock that was ahead: it would stay valid until then.
      const isWrong = left > 2 * CHALLENGE_MS
      if (!secretsMatch(challenge, expected) || left <= 0 || isWrong) return null
      return { id: head.subarray(0, ID_BYTES).toString('base64url'), expiresAt }
    },
  }
}
