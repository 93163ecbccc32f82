import { expect, test } from 'bun:test'
import { languageOf } from './language.ts'

test.each<[language: string, ...texts: string[]]>([
  ['en', 'Why length beats complexity, and what the NIST has to say about it'],
  ['en', 'Der Titel', 'Length is what you need: the longer a password is, the harder it is to guess.'],
  ['en', 'Passkeys'],
  ['en', ''],
  ['en', '長い文章は空白がなくても折り返されて、隣の列と重なってはならない'],
  ['en', 'Les mots de passe longs sont plus sûrs que les mots de passe compliqués.'],
  [
    'en',
    'Una contraseña larga es más segura que una que se parece a una palabra de la lengua en la que se escribe.',
  ],
  ['en', 'Una password lunga è più sicura di una che si può indovinare, e si ricorda in un momento.'],
  ['en', 'Uma senha longa é mais segura do que uma que se pode adivinhar, e é de fácil memória em um dia.'],
  ['de', 'Wie lang ein Kennwort sein sollte', 'Die Länge ist wichtiger als die Art der Zeichen.'],
  ['nl', 'Een lang wachtwoord is beter', 'Gebruik voor elke website een ander wachtwoord.'],
  ['sv', 'Ett långt lösenord är bättre', 'Använd inte samma lösenord på flera webbplatser.'],
  ['da', 'En lang adgangskode er bedre', 'Brug ikke den samme adgangskode til flere websteder.'],
  ['nb', 'Et langt passord er bedre', 'Ikke bruk det samme passordet på flere nettsteder som du kjenner av.'],
  ['fi', 'Pitkä salasana on parempi', 'Se on vaikea arvata, ja myös helppo muistaa, jos se on lause.'],
  ['ko', '안전한 비밀번호를 만드는 방법', 'NIST가 권장하는 길이는 15자 이상입니다.'],
])('finds %s', (language, ...texts) => {
  expect(languageOf(...texts)).toBe(language)
})

test('a long text in no language takes its beginning only', () => {
  expect(languageOf('x'.repeat(1_000_000), ' und der die das')).toBe('en')
})
