import type { Actor } from '#domain/audit.ts'

/** Who changes something where a test calls a store itself. */
export const actor: Actor = { userId: null, name: 'tester', source: 'web', address: '203.0.113.7' }
