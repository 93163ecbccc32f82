import type { LoginAnswer, User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import type { Call } from '#src/http/call.ts'
import { coarseNetworkOf } from '#src/http/rate-limit.ts'
import { describeBrowser } from './describe-browser.ts'
import { webActor } from './guard.ts'
import type { Client, KnownClients, Recognized } from './known-clients.ts'
import { type Means, startSession } from './store.ts'
import type { Tokens } from './tokens.ts'

type Account = User & { passwordHash: string }

/**
 * Starts a session for someone who has proved who they are, and signs its token. Null when the account was deactivated
 * or has another password meanwhile.
 */
export async function openSession(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  tokens: Tokens,
  knownClients: KnownClients,
  account: Account,
  { client, recognized: { device, network } }: { client: Client; recognized: Recognized },
  call: Call,
  means?: Means,
): Promise<LoginAnswer | null> {
  const origin = {
    browser: describeBrowser(call.request.headers.get('user-agent')),
    network: coarseNetworkOf(call.address),
    // A program keeps no secret: its network has to do.
    isNewBrowser: account.lastLogin !== null && device === null && !(client.device === undefined && network),
  }
  const session = await startSession(db, webActor(account, call), account, origin, now(), means)
  if (!session) return null
  await knownClients.remember(session.user.id, client)
  return {
    token: await tokens.sign(session.user.id, session.id, now()),
    admin: session.user,
    ...(session.mustChangePassword ? { mustChangePassword: true } : {}),
  }
}
