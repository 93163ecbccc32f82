import { type Field, foldWord } from './field-names.ts'
import { parseDate } from './read-date.ts'

const folded = (words: string) => new Set(words.split(/\s+/).map(foldWord))

const TRUE = folded('true yes y on 1 t x ja oui si sim da tak evet да так はい 是 예 네 ναι نعم כן')
const FALSE = folded(
  'false no n off 0 f none null nil never not nein non nao nie niet nej ei hayır нет ні いいえ 否 아니요 아니오 όχι لا לא',
)

/** Values that surely mean "everyone could read it". */
const PUBLIC =
  folded(`public published publish posted live everyone everybody anyone all open world online visible listed
  released shown free featured öffentlich veröffentlicht sichtbar publié publique publiée visible público pública publicado
  publicada pubblicato pubblico gepubliceerd openbaar publicerad offentlig publisert udgivet julkaistu opublikowany
  opublikowane publiczny zveřejněno publikováno közzétéve опубликовано опубликован опубликована публичный опубліковано
  yayınlandı yayımlandı yayında herkes δημοσιευμένο منشور עומד מפורסם 公開 公開済み 公開中 发布 已发布 公开 發佈 已發佈 公開的 공개 발행
  게시 게시됨 발행됨`)

const DRAFTS =
  folded(`draft drafts entwurf entwürfe brouillon brouillons borrador borradores rascunho rascunhos bozza
  bozze concepten utkast kladde luonnos szkic szkice koncept piszkozat ciornă черновик черновики чернетка taslak taslaklar
  πρόχειρο مسودة טיוטה 下書き 草稿 초안`)

/** Values that surely mean "not everyone could read it". */
const KEPT = new Set([
  ...DRAFTS,
  ...folded(`private hidden unlisted unpublished scheduled pending trash trashed deleted archived never privat versteckt
    privé caché privado oculto privato nascosto concept verborgen prywatny ukryty приватный скрытый gizli özel 非公開 私密 隐藏
    隱藏 未发布 비공개 임시저장`),
])

const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((one: unknown) =>
    one === null || one === undefined
      ? ''
      : typeof one === 'object'
        ? JSON.stringify(one).slice(0, 101)
        : foldWord(String(one)) || String(one),
  )

const isIn =
  (...sets: ReadonlySet<string>[]) =>
  (value: string) =>
    sets.some((set) => set.has(value))

const some =
  (...sets: ReadonlySet<string>[]) =>
  (value: unknown) =>
    valuesOf(value).some(isIn(...sets))

const isFalse = (value: unknown) => valuesOf(value).every((one) => one === '' || FALSE.has(one))

const every =
  (...sets: ReadonlySet<string>[]) =>
  (value: unknown) => {
    const values = valuesOf(value)
    return values.length > 0 && values.every(isIn(...sets))
  }

/** Nikola's way to keep a post back. Obsidian's tags contain paths, and some a number sign. */
const isKeptTag = (value: unknown) =>
  valuesOf(value).some((one) =>
    one.split(/[,/#]/).some((tag) => DRAFTS.has(tag.trim()) || tag.trim() === 'private'),
  )

const isAfter = (value: unknown, now: Date) => {
  const at = parseDate(value)
  return at !== null && at > now.toISOString()
}

const isUntil = (value: unknown, now: Date) => {
  const at = parseDate(value)
  return at !== null && at <= now.toISOString()
}

type Rule = { names: ReadonlySet<string>; keeps: (value: unknown, now: Date) => boolean }

const PASSWORDS = folded(
  'password passwort passphrase passwd motdepasse contraseña senha hasło wachtwoord пароль şifre 密码 密碼 パスワード 비밀번호',
)

/** What isn't plainly public is kept back; looser names must say plainly that it isn't public. */
const RULES: readonly Rule[] = [
  {
    names:
      folded(`draft drafts unpublished unpublish private hidden unlisted unlist entwurf versteckt brouillon borrador
      rascunho bozza szkic utkast luonnos koncept černovik черновик скрытый чернетка taslak gizli πρόχειρο مسودة טיוטה 下書き 非公開 草稿 私密 隐藏
      隱藏 초안 비공개`),
    keeps: (value) => !isFalse(value),
  },
  {
    names:
      folded(`published publish public publicly visible listed veröffentlicht veröffentlichen öffentlich sichtbar publié publier publique
      publicado publicar público pubblicato pubblica pubblico gepubliceerd publiceren openbaar publicerad offentlig publisert udgivet julkaistu opublikowany opublikowane opublikuj
      publiczny zveřejněno publikováno közzétéve опубликовано опубликован публичный yayınlandı yayımlandı yayınla 公開 公开 发布 已发布 發佈 공개 발행 게시 منشور`),
    keeps: (value, now) => !every(TRUE, PUBLIC)(value) && !isUntil(value, now),
  },
  {
    names:
      folded(`status visibility access accesslevel privacy statut estado estatus situação stato toestand zustand stan stav durum tila
      sichtbarkeit visibilité visibilidad visibilidade visibilità zichtbaarheid widoczność görünürlük статус состояние видимость стан κατάσταση 状态 狀態 ステータス 状態
      公開状態 公開範囲 可见性 상태 공개상태 공개범위`),
    keeps: (value) => !every(PUBLIC)(value),
  },
  {
    names:
      folded(`hide exclude excluded excludefromcollections eleventyexcludefromcollections ignore ignored skip
      protected protect encrypted encrypt archived archive locked lock disabled disable headless internal secret
      confidential wip deleted trashed removed expired scheduled pending embargoed invisible members membersonly memberonly
      onlymembers subscribersonly subscriberonly subscribers paid premium paywall paywalled patrons loginrequired
      requireslogin requirelogin requiresauth auth nopublish noexport norender nolist notpublic nonpublic dontpublish
      donotpublish hideinlist hidefromlist hiddenfromlist hiddeninlist emailonly concept privat privé privado
      privato prywatny приватный özel`),
    keeps: some(TRUE, KEPT),
  },
  {
    names:
      folded(`permalink render output enabled enable active live online approved show shown display displayed
      ready finished build buildrender buildlist article`),
    keeps: (value) => some(FALSE, KEPT, folded('link'))(value),
  },
  {
    names: folded('layout type posttype kind state stage phase progress audience membersaccessrole'),
    keeps: some(KEPT),
  },
  { names: folded('tags tag categories category labels'), keeps: isKeptTag },
  { names: PASSWORDS, keeps: (value) => valuesOf(value).some((one) => one !== '') },
  {
    names: folded(`expirydate expirationdate expires expiry expire expiresat expireson expiredate expiration
      unpublishdate unpublishon unpublishat unpublishedat validuntil validto publishuntil visibleuntil showuntil
      availableuntil publishend publishdown endpublish archiveon archivedate ablaufdatum`),
    keeps: (value, now) => !isFalse(value) && !isAfter(value, now),
  },
  {
    names:
      folded(`embargo embargountil availablefrom visiblefrom publishafter publishup golive goliveat scheduledat
      scheduledfor scheduledate publishon publishat`),
    keeps: (value, now) => !isFalse(value) && !isUntil(value, now),
  },
]

const rulesFor = ({ name, core }: Field) =>
  RULES.filter(({ names }) => names.has(name) || (core !== name && names.has(core)))

const isAnswer = every(TRUE, FALSE, PUBLIC, KEPT, new Set(['']))

/** A plain answer to whether a post is public needs no note; a password must not get one. */
export const decidesPublicity = (field: Field): boolean =>
  rulesFor(field).some(({ names }) => names === PASSWORDS || isAnswer(field.value))

/** Returns why a post wasn't public at its source, as parts of a sentence; empty if nothing says so. */
export function whyKeptBack(fields: Field[], now: Date): string[] {
  return fields.flatMap((field) =>
    rulesFor(field)
      .filter(({ keeps }) => keeps(field.value, now))
      .slice(0, 1)
      .map(({ names }) =>
        names === PASSWORDS
          ? 'it was password-protected'
          : `at the source, ${field.path} was ${shown(field.value)}`,
      ),
  )
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text === '' || value === null ? 'empty' : text.slice(0, 100)
}

/** Folders of files that aren't posts, or not yet. */
const FOLDERS = new Set([
  ...folded('archetypes scaffolds templates node_modules includes layouts'),
  ...DRAFTS,
])

export const isDraftFolder = (name: string): boolean => /^_?drafts?$/i.test(name)

/** `path`: from the imported folder on, preceded by folders above it that `isDraftFolder`. */
export function whyKeptByName(path: string, isDated: boolean): string[] {
  const folders = path.split('/')
  const file = folders.pop() ?? ''
  const reasons = folders
    .filter((name) => FOLDERS.has(foldWord(name.replace(/^[_.]/, ''))) || /^_(?!posts$)/.test(name))
    .map((name) => `site generators don't publish the folder ${name}`)
  if (/^[_.#~]|^(?:DRAFT\b|draft_|\[draft\])|(?:~|#|\.(?:draft|bak|tmp|orig))\.\w{1,10}$/.test(file)) {
    reasons.push(`site generators don't publish files with names like ${file}`)
  }
  if (folders.includes('_posts') && !isDated)
    reasons.push("Jekyll doesn't publish posts without a date in the file name")
  return reasons
}
