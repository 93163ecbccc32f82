import { type Permission, reasonAgainst } from '#domain/permissions.ts'
import { readUser } from './session.ts'

/** Why the signed-in user can't do something, such as 'Admins only'; null when they can. The server decides again. */
export function refusalOf(permission: Permission): string | null {
  const { role } = readUser()
  return role === undefined ? null : reasonAgainst(role, permission)
}
