import type { Actor } from '#domain/audit.ts'

export const actor: Actor = { userId: null, name: 'tester', source: 'web', address: '203.0.113.7' }
