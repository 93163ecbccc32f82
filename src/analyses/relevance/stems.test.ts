import { expect, test } from 'bun:test'
import { extractKeywords } from './keywords.ts'
import { stem } from './stems.ts'

test.each([
  [['reifen', 'reifens']],
  [['computer', 'computers']],
  [['wagen', 'wagens']],
  [['ofen', 'ofens']],
  [['schlüssel', 'schlüssels']],
  [['passwort', 'passworts', 'passwortes', 'passwörter', 'passwörtern']],
])('the German forms %j have the same stem', (forms) => {
  expect(new Set(forms.map((form) => stem(form, 'deu'))).size).toBe(1)
})

test('merges a German genitive with its noun', () => {
  const text = `Der Reifen ist neu und der Reifen hält lange. Das Profil des Reifens ist tief. Die Größe des Reifens steht auf
    der Flanke. Wer einen Reifen kauft, achtet auf den Druck, und das Alter des Reifens ist wichtig.`
  const found = extractKeywords({ language: null, blocks: [{ text, place: 'body', boilerplate: 0 }] }).map(
    ({ keyword }) => keyword,
  )
  expect(found.filter((keyword) => /^reifens?$/i.test(keyword))).toHaveLength(1)
})
