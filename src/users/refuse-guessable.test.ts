import { expect, test } from 'bun:test'
import { MESSAGES } from '#domain/users.ts'
import { refuseGuessable } from './refuse-guessable.ts'

test("the configured site name is refused in passwords; the product's name is not", () => {
  const owner = { username: 'grace', email: 'hopper@example.com', siteName: 'Nord Licht' }
  for (const password of ['nordLICHT 2026!', 'my nord licht']) {
    expect(() => refuseGuessable(password, owner)).toThrow(MESSAGES.passwordHasSite)
  }
  expect(refuseGuessable('a passwright of 1952', owner)).toBeUndefined()
})
