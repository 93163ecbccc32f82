import type { Role } from './users.ts'

/** super_admin may do anything. All roles may read, because every admin page loads data. */
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

const isPermission = (word: unknown): word is Permission =>
  typeof word === 'string' && Object.hasOwn(ALLOWED, word)

export const PERMISSIONS = Object.keys(ALLOWED).filter(isPermission)

export function denialReason(role: Role, permission: Permission): string | null {
  if (may(role, permission)) return null
  return may('admin', permission) ? 'Admins only' : 'Super admins only'
}

export function may(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = ALLOWED[permission]
  return role === 'super_admin' || roles.includes(role)
}
