import { NotFoundError } from 'elysia'
import { may } from '#domain/permissions.ts'
import type { Role } from '#domain/users.ts'
import { forbidden } from '#src/errors.ts'
import { descriptionOf } from '#src/http/describe.ts'
import { matchesPath } from '#src/http/methods.ts'
import { isGuarded } from './guard.ts'

type Route = { method: string; path: string; hooks: unknown }

/**
 * Lets a role through to the routes that it may call: asked before the request's body is read. Throws AppError
 * forbidden, and NotFoundError where there is no such route. A guarded route that does not say who may call it stops
 * the start.
 */
export function createGate(routes: Route[]): (role: Role, method: string, path: string) => void {
  const doors = routes
    .filter(({ method, path }) => isGuarded(method, path))
    .map(({ method, path, hooks }) => {
      const permission = descriptionOf(hooks)?.permission
      if (!permission) throw new Error(`${method} ${path} does not say who may call it`)
      return { method, path, permission }
    })
  return (role, method, path) => {
    const found = doors.filter((door) => door.method === method && matchesPath(door.path, path))
    if (found.length === 0) throw new NotFoundError()
    // Where two patterns match one path, the router knows which it takes: here both must allow it.
    if (!found.every(({ permission }) => may(role, permission))) throw forbidden()
  }
}
