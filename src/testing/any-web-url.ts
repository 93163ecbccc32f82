import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'

const ascii = fc.string({ minLength: 1, maxLength: 1 })
const unit = fc.oneof(fc.constantFrom(...'/?#&=.'), ascii, anyCharacter)

/** Includes paths, queries and fragments. fast-check's own webUrl uses its unit 'binary' (see anyCharacter). */
export const anyWebUrl = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.string({ unit }))
  .map(([scheme, authority, rest]) => encodeURI(`${scheme}://${authority}/${rest}`))
