import type { Role } from './users.ts'

export const ROLE_LABELS: Record<Role, string> = {
  super_admin: 'Super Admin',
  admin: 'Admin',
  moderator: 'Moderator',
}

/** super_admin may do anything. All roles may read, because every admin page loads data. */
const ALLOWED = {
  read: ['admin', 'moderator'],
  'contacts.update': ['admin', 'moderator'],
  'contacts.delete': ['admin'],
  'contacts.deleteMany': ['admin'],
  'posts.write': ['admin', 'moderator'],
  'posts.delete': ['admin'],
  'posts.deleteMany': ['admin'],
  'prompts.write': ['admin'],
  'redirects.write': ['admin'],
  'ai.use': ['admin'],
  'keywords.write': ['admin'],
  'keywords.deleteMany': ['admin'],
  'analyses.write': ['admin'],
  'analyses.deleteMany': ['admin'],
  'users.write': [],
  'configuration.manage': ['admin'],
  'audit.read': [],
  'backups.manage': [],
  'backups.delete': [],
  'notices.test': [],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof ALLOWED

const isPermission = (word: unknown): word is Permission =>
  typeof word === 'string' && Object.hasOwn(ALLOWED, word)

/** What can't be undone: in a session, these need recent proof. */
const IRREVERSIBLE: ReadonlySet<Permission> = new Set([
  'backups.delete',
  'contacts.deleteMany',
  'posts.deleteMany',
  'keywords.deleteMany',
  'analyses.deleteMany',
])

export const isIrreversible = (permission: Permission): boolean => IRREVERSIBLE.has(permission)

/** Deleting more at once also needs the `deleteMany` permission. */
export const DELETED_AT_ONCE_MAX = 10

export const PERMISSIONS = Object.keys(ALLOWED).filter(isPermission)

export function denialReason(role: Role, permission: Permission): string | null {
  if (may(role, permission)) return null
  return may('admin', permission) ? 'Admins only' : 'Super admins only'
}

export function may(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = ALLOWED[permission]
  return role === 'super_admin' || roles.includes(role)
}
