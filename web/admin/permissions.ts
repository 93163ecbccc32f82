import { denialReason, type Permission } from '#domain/permissions.ts'
import { readUser } from './session.ts'

/** Why the user may not do this, such as 'Admins only'; null if allowed. The server checks again. */
export function readDenialReason(permission: Permission): string | null {
  const { role } = readUser()
  return role === undefined ? null : denialReason(role, permission)
}
