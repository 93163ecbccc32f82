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

test.each([
  ['tur', ['çaydanlık', 'çaydanlığı', 'çaydanlığın', 'çaydanlıklar', 'çaydanlıkta', 'çaydanlıktan']],
  ['tur', ['şifre', 'şifreyi', 'şifrenin', 'şifresi', 'şifreler']],
  ['tur', ['kullanıcı', 'kullanıcının', 'kullanıcılar', 'kullanıcıları']],
  ['fin', ['kattila', 'kattilan', 'kattilassa', 'kattilat', 'kattiloita', 'kattiloiden']],
  ['fin', ['salasana', 'salasanan', 'salasanat', 'salasanoja', 'salasanojen']],
  ['hun', ['vízforraló', 'vízforralót', 'vízforralóban', 'vízforralók']],
  ['kor', ['주전자', '주전자가', '주전자는', '주전자를', '주전자의', '주전자에서', '주전자로', '주전자만']],
  ['kor', ['비밀번호', '비밀번호를', '비밀번호까지', '비밀번호에서는']],
  ['est', ['parool', 'parooli', 'paroolid', 'paroolide', 'paroolidega']],
  ['ell', ['βραστήρας', 'βραστήρα', 'βραστήρες']],
  ['bul', ['чайник', 'чайникът', 'чайника']],
])('in %s, the forms %j have the same stem', (language, forms) => {
  expect(new Set(forms.map((form) => stem(form, language))).size).toBe(1)
})

test('counts a Korean word with its particles, and shows its commonest form', () => {
  const text = `전기 주전자를 고르는 방법. 주전자가 크면 물이 천천히 끓는다. 가벼운 주전자를 고르면 손목이 편하다. 주전자는 매일
    씻는다. 석회가 쌓인 주전자를 식초로 닦는다. 주전자에 물을 채우고 끓인다. 새 주전자를 사면 설명서를 읽는다.`
  const keywords = extractKeywords({ language: 'ko', blocks: [{ text, place: 'body', boilerplate: 0 }] })
  expect(keywords.slice(0, 3)).toContainEqual(expect.objectContaining({ keyword: '주전자를', frequency: 7 }))
})

test('merges a German genitive with its noun', () => {
  const text = `Der Reifen ist neu und der Reifen hält lange. Das Profil des Reifens ist tief. Die Größe des Reifens steht auf
    der Flanke. Wer einen Reifen kauft, achtet auf den Druck, und das Alter des Reifens ist wichtig.`
  const found = extractKeywords({ language: null, blocks: [{ text, place: 'body', boilerplate: 0 }] }).map(
    ({ keyword }) => keyword,
  )
  expect(found.filter((keyword) => /^reifens?$/i.test(keyword))).toHaveLength(1)
})
