import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyCharacter } from '#src/testing/any-character.ts'
import { FOLDED_GROWTH, foldText } from './fold-text.ts'

test.each([
  ['Café', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['ÉCOLE', 'ecole'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['Ærø', 'aero'],
  ['Ǣǽ Ǿ', 'aeae o'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA ısparta', 'isparta isparta'],
  ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['Ἀθῆναι', 'αθηναι'],
  ['Việt Nam', 'viet nam'],
  ['ПАРОЛЬ', 'пароль'],
  ['Ёлка', 'елка'],
  ['Йод', 'йод'],
  ['ガラス', 'ガラス'],
  ['한국어', '한국어'],
  ['हिन्दी', 'हिन्दी'],
  ['𐐀', '𐐨'],
  ['ＳＥＯ', 'seo'],
  ['STRAẞE', 'strasse'],
  ['ﬁle ½', 'file 1⁄2'],
  ['IŞIK ışık', 'isik isik'],
  ['И\u0306од Йод', 'йод йод'],
  ['Е\u0308лка', 'елка'],
  ['ї і\u0308', 'ї ї'],
  ['ﾊﾟｽﾜｰﾄﾞ', 'パスワード'],
  ['カ\u3099', 'ガ'],
  ['\u1112\u1161\u11ab\u1100\u116e\u11a8', '한국'],
  ['كَلِمَة كلـــمة', 'كلمة كلمة'],
  ['أحمد إدارة', 'احمد ادارة'],
  ['کتابی كتابي', 'كتابي كتابي'],
  ['کتاب\u200cخانه', 'كتابخانه'],
  ['סִיסְמָה', 'סיסמה'],
  ['צה״ל', 'צה"ל'],
  ['ज़रूरी ज\u093cरूरी', 'जरूरी जरूरी'],
  ['รหัสผ่าน', 'รหัสผ่าน'],
  ['นำ น\u0e4d\u0e32', 'นํา นํา'],
  ['Reise\u00adkosten', 'reisekosten'],
  ['㍿', '株式会社'],
  ['a [é*?] %_', 'a [e*?] %_'],
  ['', ''],
])('%j folds to %j', (text, form) => {
  expect(foldText(text)).toBe(form)
})

test('folding any character twice gives the same as once', () => {
  const CHUNK = 0x800
  for (let start = 0; start <= 0x10ffff; start += CHUNK) {
    const characters = Array.from({ length: CHUNK }, (_, index) => String.fromCodePoint(start + index))
    const form = foldText(characters.join('\n'))
    expect(foldText(form)).toBe(form)
  }
})

test('folding is idempotent and bounded in length', () => {
  const anything = fc.string({ unit: anyCharacter, maxLength: 200 })
  fc.assert(
    fc.property(anything, (text) => {
      const form = foldText(text)
      expect(foldText(form)).toBe(form)
      expect(form.length).toBeLessThanOrEqual(text.length * FOLDED_GROWTH)
    }),
    { numRuns: 500 },
  )
})
