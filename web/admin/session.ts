import { useSyncExternalStore } from 'react'
import type { LoginResponse, User } from '#domain/users.ts'
import {
  readForTab,
  readStored,
  removeForTab,
  removeStored,
  writeForTab,
  writeStored,
} from '#web/lib/storage.ts'
import { ADMIN_PATHS } from './paths.ts'

const TOKEN_KEY = 'adminToken'
const USER_KEY = 'adminUser'
const PASSWORD_CHANGE_KEY = 'adminMustChangePassword'
const SECOND_STEP_KEY = 'adminMustSetUpSecondStep'
const RETURN_KEY = 'adminReturnTo'
const HOME_PATH = '/admin/dashboard'
const RETURN_PATHS: ReadonlySet<string> = new Set(ADMIN_PATHS)

const listeners = new Set<() => void>()

export const readToken = (): string | null => readStored(TOKEN_KEY)

/** As of the last sign-in; the server decides what is allowed. */
export function readUser(): Partial<User> {
  try {
    const user: unknown = JSON.parse(readStored(USER_KEY) ?? '{}')
    return typeof user === 'object' && user !== null ? user : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** Returns false if the browser has no storage. */
export function startSession({ token, admin, mustChangePassword }: LoginResponse): boolean {
  const isStored = writeStored(TOKEN_KEY, token) && writeStored(USER_KEY, JSON.stringify(admin))
  if (mustChangePassword) writeStored(PASSWORD_CHANGE_KEY, 'true')
  else removeStored(PASSWORD_CHANGE_KEY)
  notifyListeners()
  return isStored
}

export function endSession(): void {
  for (const key of [TOKEN_KEY, USER_KEY, PASSWORD_CHANGE_KEY, SECOND_STEP_KEY]) removeStored(key)
  notifyListeners()
}

/** What the server requires before anything else. */
export const passwordChange = requirement(PASSWORD_CHANGE_KEY)
export const secondStep = requirement(SECOND_STEP_KEY)

function requirement(key: string) {
  return {
    store: () => {
      writeStored(key, 'true')
      notifyListeners()
    },
    clear: () => {
      removeStored(key)
      notifyListeners()
    },
    useIsSet: () => useSyncExternalStore(subscribe, () => readStored(key) !== null),
  }
}

/** Updates when another tab signs in or out. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken)
}

/** Stores the page to return to after signing in again. */
export function storeReturnPath(): void {
  writeForTab(RETURN_KEY, location.pathname + location.search)
}

/** Returns and clears that page; defaults to the dashboard. */
export function takeReturnPath(): string {
  const target = readForTab(RETURN_KEY)
  removeForTab(RETURN_KEY)
  const [path = ''] = (target ?? '').split('?')
  return target !== null && path !== '/admin/login' && RETURN_PATHS.has(path) ? target : HOME_PATH
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
