/** A flag as a shell completes it: its value is one of `choices`, a file, a folder, or anyone's guess; null without one. */
export type Flag = { name: string; value: { choices: readonly string[] } | 'file' | 'folder' | 'text' | null }

/** What may be typed behind these words. */
export type Place = { words: string[]; next: { word: string; about?: string }[]; flags: Flag[] }

const wordsOf = (next: Place['next']) => next.map(({ word }) => word).join(' ')

const dashed = (flags: Flag[]) => flags.map(({ name }) => `--${name}`)

/** Flags mean the same behind every command: each that takes a value, once. */
function withValues(places: Place[]): Flag[] {
  const all = places.flatMap(({ flags }) => flags).filter(({ value }) => value !== null)
  return [...new Map(all.map((flag) => [flag.name, flag])).values()]
}

/** The lines of a case in bash and in zsh, whose words are matched as 'first second'. */
const placeCases = (places: Place[]) =>
  places
    .map(
      ({ words, next, flags }) =>
        `    '${words.join(' ')}') offer='${[wordsOf(next), ...dashed(flags)].join(' ')}' ;;`,
    )
    .join('\n')

function valueCases(places: Place[], complete: Record<'file' | 'folder' | 'text', string>): string {
  return withValues(places)
    .map(({ name, value }) => {
      const act =
        typeof value === 'object' && value !== null
          ? `offer='${value.choices.join(' ')}'`
          : complete[value ?? 'text']
      return `    --${name}) ${act} ;;`
    })
    .join('\n')
}

export function bash(places: Place[]): string {
  const files = { folder: 'compgen_files -d; return', file: 'compgen_files -f; return', text: 'return' }
  const cases = valueCases(places, files).replaceAll(
    /compgen_files (-\w)/g,
    'COMPREPLY=($(compgen $1 -- "$current"))',
  )
  return `# Completion of passwright for bash
_passwright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} place='' offer=''
  COMPREPLY=()
  if [[ $current == = ]]; then current=''; fi
  if [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  case $previous in
${cases}
  esac
  if [[ -z $offer ]]; then
    if ((COMP_CWORD > 1)); then place=\${COMP_WORDS[1]}; fi
    if ((COMP_CWORD > 2)) && [[ \${COMP_WORDS[2]} != -* ]]; then place+=" \${COMP_WORDS[2]}"; fi
    if [[ $place == -* ]]; then place=''; fi
    case $place in
${placeCases(places)}
    esac
  fi
  COMPREPLY=($(compgen -W "$offer" -- "$current"))
  if [[ \${#COMPREPLY[@]} == 0 && $current != -* ]]; then compopt -o default 2>/dev/null; fi
}
complete -F _passwright passwright`
}

export function zsh(places: Place[]): string {
  const cases = valueCases(places, { folder: '_files -/; return', file: '_files; return', text: 'return' })
  return `#compdef passwright
# Completion of passwright for zsh
_passwright() {
  local current=$words[CURRENT] previous=$words[CURRENT-1] place='' typed=("\${(@)words}")
  local offer=''
  case $previous in
${cases}
  esac
  if [[ -z $offer ]]; then
    (( CURRENT > 2 )) && place=$typed[2]
    (( CURRENT > 3 )) && [[ $typed[3] != -* ]] && place+=" $typed[3]"
    [[ $place == -* ]] && place=''
    case $place in
${placeCases(places)}
    esac
  fi
  compadd -- \${=offer} || _files
}
if [[ $funcstack[1] == _passwright ]]; then _passwright "$@"; else compdef _passwright passwright; fi`
}

export function fish(places: Place[]): string {
  const lines = places.flatMap(({ words, next, flags }) => {
    const after = words.map((word) => `__fish_seen_subcommand_from ${word}`)
    const before = next.length > 0 ? [`not __fish_seen_subcommand_from ${wordsOf(next)}`] : []
    const rule = `complete -c passwright -n '${[...after, ...before].join('; and ') || 'true'}'`
    return [
      ...next.map(({ word, about }) => `${rule} -f -a ${word}${about === undefined ? '' : ` -d '${about}'`}`),
      ...flags.map(({ name, value }) => `${rule} -l ${name}${fishValue(value)}`),
    ]
  })
  return `# Completion of passwright for fish\n${lines.join('\n')}`
}

function fishValue(value: Flag['value']): string {
  if (value === null) return ''
  if (typeof value === 'object') return ` -x -a '${value.choices.join(' ')}'`
  if (value === 'folder') return " -x -a '(__fish_complete_directories)'"
  return value === 'file' ? ' -r' : ' -x'
}
