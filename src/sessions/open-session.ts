import type { LoginResponse, User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import type { Call } from '#src/http/call.ts'
import { coarseNetworkOf } from '#src/http/rate-limit.ts'
import { describeBrowser } from './describe-browser.ts'
import { webActor } from './guard.ts'
import type { Client, KnownClients, Recognized } from './known-clients.ts'
import { type Proof, startSession } from './store.ts'
import type { Tokens } from './tokens.ts'

type Account = User & { passwordHash: string }

/** Null if the account was deactivated or its password changed meanwhile. */
export async function openSession(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  tokens: Tokens,
  knownClients: KnownClients,
  account: Account,
  { client, recognized: { isKnownNetwork, knownDevice } }: { client: Client; recognized: Recognized },
  call: Call,
  proof?: Proof,
): Promise<LoginResponse | null> {
  const origin = {
    browser: describeBrowser(call.request.headers.get('user-agent')),
    network: coarseNetworkOf(call.address),
    // Programs send no device secret, so a known network suffices.
    isNewBrowser:
      account.lastLogin !== null && knownDevice === null && !(client.device === undefined && isKnownNetwork),
  }
  const session = await startSession(db, webActor(account, call), account, origin, now(), proof)
  if (!session) return null
  await knownClients.remember(session.user.id, client)
  return {
    token: await tokens.sign(session.user.id, session.id, now()),
    admin: session.user,
    ...(session.mustChangePassword ? { mustChangePassword: true } : {}),
  }
}
