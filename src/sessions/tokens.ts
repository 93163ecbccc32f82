import { jwt } from '@elysiajs/jwt'
import { Elysia } from 'elysia'
import { LRUCache } from 'lru-cache'
import type { Database } from '#src/db/database.ts'
import { keepSecret, LIFE_MS } from './store.ts'

const AUDIENCE = 'admin'
const KEY_BYTES = 32

/** Of tokens that were found right, as many as a few hundred administrators have. */
const KEPT_TOKENS = 1_000

export type Tokens = {
  sign(userId: number, sessionId: string, now: Date): Promise<string>
  /** The session that a token of ours names; null for any other token, and for one that has expired. */
  sessionOf(token: string, now: Date): Promise<string | null>
}

/** JSON web tokens, HS256, signed with a key that the first server on a database makes and keeps there. */
export function createTokens(db: Database): Tokens {
  let signer: ReturnType<typeof createSigner> | undefined
  const getSigner = () => {
    signer ??= keepSecret(db, 'signing-key', randomKey).then(createSigner)
    signer.catch(() => {
      signer = undefined
    })
    return signer
  }

  const verified = new LRUCache<string, { sessionId: string; endsAt: number }>({ max: KEPT_TOKENS })

  return {
    sign: async (userId, sessionId, now) =>
      (await getSigner()).sign({
        aud: AUDIENCE,
        sub: String(userId),
        sid: sessionId,
        jti: crypto.randomUUID(),
        exp: Math.floor((now.getTime() + LIFE_MS) / 1000),
      }),
    // Checking a signature takes longer than all the rest of a request. A session that ends is noticed all the same: it is
    // read each time.
    sessionOf: async (token, now) => {
      const known = verified.get(token)
      if (known && now.getTime() < known.endsAt) return known.sessionId
      const claims = await (await getSigner()).verify(token, {
        algorithms: ['HS256'],
        audience: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'exp'],
        currentDate: now,
      })
      if (!claims || typeof claims.sid !== 'string' || claims.exp === undefined) return null
      verified.set(token, { sessionId: claims.sid, endsAt: claims.exp * 1000 })
      return claims.sid
    },
  }
}

/** The key is imported once: from a text, the library would do it again for each token. */
async function createSigner(secret: string) {
  const usages = ['sign', 'verify'] as const
  const bytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, usages)
  return new Elysia().use(jwt({ name: 'tokens', secret: key })).decorator.tokens
}

const randomKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES))).toString('base64url')
