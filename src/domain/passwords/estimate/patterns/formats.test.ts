import { expect, test } from 'bun:test'
import { estimateStrength } from '#domain/passwords/estimate/estimate.ts'
import { describeParts } from '#domain/passwords/verdict/describe-part.ts'
import { loadStrengthData } from '#src/passwords/strength-data.ts'

const data = await loadStrengthData()

test.each([
  ['9c1f3e52-7b0a-4d8e-9a64-1f2be07c5d93', 36.5, 37, 'a random UUID'],
  ['9c1f3e527b0a4d8e9a641f2be07c5d93', 36.5, 39, 'UUID'],
  ['7d0e1c9ab35f48826ce19f04d7ab3c51', 38, 39, 'hexadecimal digits'],
  ['1f8a90cc73e2b4d65f0917ae3b8c42d95e6071fa', 47.5, 48.5, 'hexadecimal digits'],
  ['q7Jx+Vd02LsRk9/bTnWzEg==', 38, 40, 'Base64 of random bytes'],
  ['tejwor-qyfMun-4sigpa', 21, 22, 'Apple'],
  ['Kf7-mQx2W.tRz9u', 26.5, 27.2, 'Chrome'],
  ['hT4mWq8ZsJ2nXfc', 25.8, 26.5, 'Firefox'],
  ['c3Vuc2hpbmU=', 2, 7, 'Base64: a very common password'],
  ['bW9ua2V5MTIz', 2, 7, 'Base64: '],
  ['647261676f6e313233', 2, 8, 'hexadecimal: '],
  ['DE56760260000523481907', 12, 16, 'IBAN'],
  ['0d107d09f5bbe40cade3de5c71e9e9b7', 2, 6, 'the digest of a very common password'],
  ['ed9d3d832af899035363a69fd53cd3be8f71501c', 2, 6, 'the digest of a very common password'],
  ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', 3, 4, 'a sample that documents publish'],
  ['{6BA7B8119DAD11D180B400C04FD430C8}', 3, 4, 'a sample that documents publish'],
  ['pk_test_6pRNASCoBOKtIshFeQd4XMUh', 3, 4, 'a sample that documents publish'],
  ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 3, 4, 'a sample that documents publish'],
  ['NL91 ABNA 0417 1643 00', 3, 4, 'a sample that documents publish'],
  ['4012-8888-8888-1881', 3, 4, 'a sample that documents publish'],
  ['zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong', 3, 4, 'a sample that documents publish'],
  ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ!7', 4, 8, 'a sample that documents publish'],
  ['key 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d', 4, 12, 'a sample that documents publish'],
  ['2.71828182845904523536028747135', 2, 5, 'a mathematical constant'],
  ['eyJhbGciOiJSUzI1NiJ9.eyJuYW1lIjoiRXZlIn0.', 2, 12, 'a token (JWT): '],
  ['ON2W4ZTMN53WK4RR', 3, 8, 'Base32: '],
  ['kantele-mökki-sauna-järvi', 13, 17, '4 words'],
  ['Fjord-Kajakk-Vinter4-Bølge', 14, 18.5, '4 words'],
  ['smrk-chrt-skvrna-pavouk', 13, 14.5, '4 words'],
  ['chrtpavouksmrkskvrna', 13, 14.5, '4 words'],
  ['vilainboussoleaquariumtirelire', 13, 14.5, '4 words'],
  ['おもたいさんらんつながるりれき', 13, 14.5, '4 words'],
  ['남자살짝외국화면', 12, 14.5, '4 words'],
  ['七-悲-倒-职-锁-匀', 18.9, 20.9, '6 words'],
  ['K7QPM-9XWTR-3HBJV-2FDCY-6GNQ8', 32, 35.5, 'a key in groups'],
  ['9F4K-Z2QX-7MTB', 16, 19, 'a key in groups'],
  ['fabod-kuhis-vumat-ritop', 17, 20, 'pronounceable groups'],
  ['00:1B:44:11:3A:B7', 7, 10, 'a network device'],
  ['48.8584, 2.2945', 8, 11, 'coordinates'],
  ['E13°24′18″', 4, 8, 'a coordinate'],
  ['978-0-306-40615-7', 6, 9, 'the number of a book'],
  ['ISBN 0-306-40615-2', 6, 9, 'the number of a book'],
  ['tirolo/manopa/secibe/lunata/ferugi', 17, 21.5, '5 words'],
])('%s takes 10^%p to 10^%p guesses: %s', (password, least, most, what) => {
  const { log10Guesses, parts } = estimateStrength(password, data)
  expect(describeParts(parts)).toContain(what)
  expect(log10Guesses).toBeGreaterThanOrEqual(least)
  expect(log10Guesses).toBeLessThanOrEqual(most)
})

test.each(['xkqw-zrtp-mvbn-ghjk', 'GB29NWBK60161331926818', 'x7#Kq!9mZ$w2Lp&e'])(
  '%s has no format',
  (password) => {
    const { parts } = estimateStrength(password, data)
    expect(parts.map(({ finding }) => finding.kind)).not.toContain('format')
    expect(parts.map(({ finding }) => finding.kind)).not.toContain('words')
  },
)
