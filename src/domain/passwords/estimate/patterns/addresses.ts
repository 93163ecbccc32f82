/** Most users first. */
const HOSTS =
  `gmail yahoo hotmail aol outlook mail icloud live msn comcast yandex gmx qq web 163 naver googlemail
  proton protonmail ymail me orange wanadoo free libero bk list inbox rambler seznam wp o2 t-online rediffmail
  facebook google linkedin example`.split(/\s+/)
const ENDINGS =
  `com net org ru de co.uk fr co.in it com.br br es pl cz nl jp co.jp cn kr ca com.au edu io info me eu ch
  at se no fi dk gr hu ro ua com.mx com.ar com.tr in`.split(/\s+/)
const OTHER_ENDING_BITS = 9

const EMAIL = /^(?<local>[\p{L}\p{N}._+-]+)@(?<host>[\p{L}\p{N}-]+)\.(?<ending>\p{L}[\p{L}.]{0,15}\p{L})$/u
const SITE = /^(?:https?:\/\/)?(?:www\.)?(?<host>[\p{L}\p{N}-]+)\.(?<ending>\p{L}[\p{L}.]{0,15}\p{L})\/?$/u

/** `texts` are the parts that no list has, `bits` the cost of the others. */
type Address = { how: 'email' | 'website'; texts: string[]; bits: number }

/** A web address must have a common ending, because a period may also separate two words. */
export function readAddress(text: string): Address | null {
  const email = EMAIL.exec(text)?.groups
  const { local, host = '', ending = '' } = email ?? SITE.exec(text)?.groups ?? {}
  const hostRank = HOSTS.indexOf(host.toLowerCase())
  const endingRank = ENDINGS.indexOf(ending.toLowerCase())
  if (host === '' || (!email && endingRank < 0)) return null
  const hostBits = hostRank < 0 ? 0 : Math.log2(hostRank + 2)
  const endingBits = endingRank < 0 ? OTHER_ENDING_BITS : Math.log2(endingRank + 1)
  const texts = [...(local ? [local] : []), ...(hostRank < 0 ? [host] : [])]
  return { how: email ? 'email' : 'website', texts, bits: hostBits + endingBits }
}
