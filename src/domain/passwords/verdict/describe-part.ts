import type { Disguise, Finding } from '#domain/passwords/estimate/match.ts'

type Word = Extract<Finding, { kind: 'word' }>
type Repeat = Extract<Finding, { kind: 'repeat' }>

const VERY_COMMON = 1000

/** For users: 'a common password with @ for a'. */
export function describePart(finding: Finding): string {
  switch (finding.kind) {
    case 'word':
      return describeWord(finding)
    case 'keyboard':
      return finding.turns > 1 ? 'keys next to each other' : 'a row of keys'
    case 'sequence':
      return 'a sequence'
    case 'repeat':
      return describeRepeat(finding)
    case 'disguise':
      return `${describeParts(finding.of.map((part) => ({ finding: part }))) ?? 'characters'}, ${DISGUISES[finding.how]}`
    case 'words':
      return `${finding.count} words`
    case 'format':
      return [finding.name, describeParts(finding.of.map((part) => ({ finding: part })))]
        .filter((text) => text !== null)
        .join(': ')
    case 'date':
      return 'a date or a part of one'
    case 'time':
      return 'a time'
    case 'phone':
      return 'a telephone number'
    case 'plate':
      return 'a license plate'
    case 'year':
      return 'a year'
    case 'phrase':
      return finding.isKnown ? 'a well-known phrase' : 'a phrase of common words'
    case 'separator':
      return 'a separator'
    case 'ending':
      return 'the usual last character'
    case 'typical':
      return 'characters in an order that many passwords have'
    case 'random':
      return 'no pattern found'
    case 'invisible':
      return 'invisible, probably copied along: it may not be part of your password'
    case 'unknown script':
      return 'we know no words of this script'
  }
}

const DISGUISES = {
  repeated: 'repeated',
  doubled: 'each character twice',
  spelled: 'with the same characters after each',
  interleaved: 'taking turns',
  grouped: 'in groups',
  backward: 'backward',
  email: 'in an email address',
  website: 'in a web address',
} satisfies Record<Disguise, string>

function describeRepeat({ distance, isMirrored }: Repeat): string {
  if (isMirrored) return 'what comes before, backward'
  return distance === 1 ? 'a repeated character' : 'a repeat of what comes before'
}

function describeWord(word: Word): string {
  const details = [
    word.isReversed ? 'backward' : '',
    CAPITALS[word.capitals],
    word.isTransliterated ? 'with other letters for the same keys or sounds' : '',
    describeSubstitutions(word.substitutions),
  ].filter((detail) => detail !== '')
  return [nameWord(word), details.join(', ')]
    .filter((text) => text !== '')
    .join(word.list === 'context' ? ', ' : ' ')
}

const CAPITALS = { none: '', first: 'with a capital', all: 'in capitals', mixed: 'with scattered capitals' }

function nameWord({ list, rank }: Word): string {
  if (list === 'passwords') return rank <= VERY_COMMON ? 'a very common password' : 'a common password'
  if (list === 'names') return 'a name'
  if (list === 'context') return 'a word that someone who knows you would try'
  return list === 'words' ? 'a common word' : 'a word from a passphrase list'
}

function describeSubstitutions(substitutions: Word['substitutions']): string {
  const pairs = new Set(substitutions.map(([typed, meant]) => `${typed} for ${meant}`))
  return pairs.size === 0 ? '' : `with ${new Intl.ListFormat('en').format(pairs)}`
}

const UNNAMED = ['random', 'unknown script', 'separator']

export function describeParts(parts: readonly { finding: Finding }[]): string | null {
  const named = parts.filter(({ finding }) => !UNNAMED.includes(finding.kind))
  const found = [...new Set(named.map(({ finding }) => describePart(finding)))]
  return found.length === 0 ? null : found.join('; ')
}
