import { useSyncExternalStore } from 'react'
import type { LoginAnswer, User } from '#domain/users.ts'
import { forget, forgetForVisit, keep, keepForVisit, readForVisit, readStored } from '#web/lib/storage.ts'
import { ADMIN_PATHS } from './paths.ts'

const TOKEN_KEY = 'adminToken'
const USER_KEY = 'adminUser'
const CHANGE_KEY = 'adminMustChangePassword'
const STEP_KEY = 'adminMustSetUpSecondStep'
const PLACE_KEY = 'adminReturnTo'
const HOME = '/admin/dashboard'
const PAGES: ReadonlySet<string> = new Set(ADMIN_PATHS)

const listeners = new Set<() => void>()

export const readToken = (): string | null => readStored(TOKEN_KEY)

/** The signed-in user as the last sign-in described them; what they may do is the server's to say. */
export function readUser(): Partial<User> {
  try {
    const user: unknown = JSON.parse(readStored(USER_KEY) ?? '{}')
    return typeof user === 'object' && user !== null ? user : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** Answers whether the browser could keep the session: without storage nobody can stay signed in. */
export function startSession({ token, admin, mustChangePassword }: LoginAnswer): boolean {
  const isKept = keep(TOKEN_KEY, token) && keep(USER_KEY, JSON.stringify(admin))
  if (mustChangePassword) keep(CHANGE_KEY, 'true')
  else forget(CHANGE_KEY)
  tellListeners()
  return isKept
}

export function endSession(): void {
  forget(TOKEN_KEY)
  forget(USER_KEY)
  forget(CHANGE_KEY)
  forget(STEP_KEY)
  tellListeners()
}

/** Notes that the server lets this user do nothing before a new password is set. */
export function requirePasswordChange(): void {
  keep(CHANGE_KEY, 'true')
  tellListeners()
}

/** Notes that the server lets this user do nothing before a second step is set up. */
export function requireSecondStep(): void {
  keep(STEP_KEY, 'true')
  tellListeners()
}

export function noteSecondStep(): void {
  forget(STEP_KEY)
  tellListeners()
}

export function useMustSetUpSecondStep(): boolean {
  return useSyncExternalStore(subscribe, () => readStored(STEP_KEY) !== null)
}

export function useMustChangePassword(): boolean {
  return useSyncExternalStore(subscribe, () => readStored(CHANGE_KEY) !== null)
}

/** The token of this browser, followed: another tab's signing out counts here too. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken)
}

/** Notes the page that a lapsed session was thrown out of. */
export function rememberPlace(): void {
  keepForVisit(PLACE_KEY, location.pathname + location.search)
}

/** The page to go to after signing in: where one was thrown out, else the dashboard. */
export function takePlace(): string {
  const place = readForVisit(PLACE_KEY)
  forgetForVisit(PLACE_KEY)
  const [path = ''] = (place ?? '').split('?')
  return place !== null && path !== '/admin/login' && PAGES.has(path) ? place : HOME
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}
