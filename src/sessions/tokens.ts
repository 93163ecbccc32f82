import { jwt } from '@elysiajs/jwt'
import { Elysia } from 'elysia'
import { LRUCache } from 'lru-cache'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { once } from '#src/lib/once.ts'
import { getOrCreateSecret, SIGNING_KEY } from '#src/secrets/store.ts'
import { SESSION_MS } from './store.ts'

const AUDIENCE = 'admin'

/** Enough for hundreds of administrators. */
const CACHED_TOKENS_MAX = 1_000

export type Tokens = ReturnType<typeof createTokens>

/** HS256 tokens, signed with a key shared by all instances on the database. */
export function createTokens(db: KeyedDatabase) {
  const getSigner = once(() => getOrCreateSecret(db, SIGNING_KEY).then(createSigner))
  const verified = new LRUCache<string, { sessionId: string; endsAt: number }>({ max: CACHED_TOKENS_MAX })

  return {
    sign: async (userId: number, sessionId: string, now: Date) =>
      (await getSigner()).sign({
        aud: AUDIENCE,
        sub: String(userId),
        sid: sessionId,
        jti: crypto.randomUUID(),
        exp: Math.floor((now.getTime() + SESSION_MS) / 1000),
      }),
    /**
     * Null for invalid and expired tokens. Caches them, because verifying a signature takes longer than the rest of a
     * request; the session itself is read on every request.
     */
    sessionOf: async (token: string, now: Date): Promise<string | null> => {
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

/** Imports the key once; given as text, the library would import it for each token. */
async function createSigner(secret: string) {
  const usages = ['sign', 'verify'] as const
  const bytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, usages)
  return new Elysia().use(jwt({ name: 'tokens', secret: key })).decorator.tokens
}
