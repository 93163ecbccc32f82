import type { Role } from './users.ts'

/** What each role may do; super_admin may do everything. Reading is open to all of them, so that every screen loads. */
const ALLOWED = {
  read: ['admin', 'moderator'],
  'contacts.update': ['admin', 'moderator'],
  'contacts.delete': ['admin'],
  'posts.write': ['admin', 'moderator'],
  'posts.delete': ['admin'],
  'prompts.write': ['admin'],
  'ai.use': ['admin'],
  'keywords.write': ['admin'],
  'analyses.write': ['admin'],
  'users.write': [],
  'audit.read': [],
  'backups.manage': [],
  'notices.test': [],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof ALLOWED

export const isPermission = (word: unknown): word is Permission =>
  typeof word === 'string' && Object.hasOwn(ALLOWED, word)

/** Why a role may not do something, for people; null when it may. */
export function reasonAgainst(role: Role, permission: Permission): string | null {
  if (may(role, permission)) return null
  return may('admin', permission) ? 'Admins only' : 'Super admins only'
}

export function may(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = ALLOWED[permission]
  return role === 'super_admin' || roles.includes(role)
}
