import { expect, test } from 'bun:test'
import { MESSAGES } from '#domain/users.ts'
import { refuseGuessable } from './guessable.ts'

test('the name that the operator gave the site is no part of a password, ours may be', () => {
  const owner = { username: 'grace', email: 'hopper@example.com', siteName: 'Nord Licht' }
  for (const password of ['nordLICHT 2026!', 'my nord licht']) {
    expect(() => refuseGuessable(password, owner)).toThrow(MESSAGES.passwordHasSite)
  }
  expect(refuseGuessable('a passwright of 1952', owner)).toBeUndefined()
})
