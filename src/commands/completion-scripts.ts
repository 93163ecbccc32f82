/** `value`: choices, a file, a folder, free text, or null for a switch. */
export type Flag = { name: string; value: { choices: readonly string[] } | 'file' | 'folder' | 'text' | null }

/** Words and flags that may follow `words`. */
export type Position = { words: string[]; next: { word: string; about?: string }[]; flags: Flag[] }

const wordsOf = (next: Position['next']) => next.map(({ word }) => word).join(' ')

const dashed = (flags: Flag[]) => flags.map(({ name }) => `--${name}`)

/** A flag means the same for every command, so each one is listed once. */
function withValues(positions: Position[]): Flag[] {
  const all = positions.flatMap(({ flags }) => flags).filter(({ value }) => value !== null)
  return [...new Map(all.map((flag) => [flag.name, flag])).values()]
}

/** Case branches for bash and zsh, matching 'first second'. */
const positionCases = (positions: Position[]) =>
  positions
    .map(
      ({ words, next, flags }) =>
        `    '${words.join(' ')}') offer='${[wordsOf(next), ...dashed(flags)].join(' ')}' ;;`,
    )
    .join('\n')

function valueCases(positions: Position[], complete: Record<'file' | 'folder' | 'text', string>): string {
  return withValues(positions)
    .map(({ name, value }) => {
      const act =
        typeof value === 'object' && value !== null
          ? `offer='${value.choices.join(' ')}'`
          : complete[value ?? 'text']
      return `    --${name}) ${act} ;;`
    })
    .join('\n')
}

export function bash(positions: Position[]): string {
  const files = { folder: 'compgen_files -d; return', file: 'compgen_files -f; return', text: 'return' }
  const cases = valueCases(positions, files).replaceAll(
    /compgen_files (-\w)/g,
    'COMPREPLY=($(compgen $1 -- "$current"))',
  )
  return `# Completion of passwright for bash
_passwright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} position='' offer=''
  COMPREPLY=()
  if [[ $current == = ]]; then current=''; fi
  if [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  case $previous in
${cases}
  esac
  if [[ -z $offer ]]; then
    if ((COMP_CWORD > 1)); then position=\${COMP_WORDS[1]}; fi
    if ((COMP_CWORD > 2)) && [[ \${COMP_WORDS[2]} != -* ]]; then position+=" \${COMP_WORDS[2]}"; fi
    if [[ $position == -* ]]; then position=''; fi
    case $position in
${positionCases(positions)}
    esac
  fi
  COMPREPLY=($(compgen -W "$offer" -- "$current"))
  if [[ \${#COMPREPLY[@]} == 0 && $current != -* ]]; then compopt -o default 2>/dev/null; fi
}
complete -F _passwright passwright`
}

export function zsh(positions: Position[]): string {
  const cases = valueCases(positions, { folder: '_files -/; return', file: '_files; return', text: 'return' })
  return `#compdef passwright
# Completion of passwright for zsh
_passwright() {
  local current=$words[CURRENT] previous=$words[CURRENT-1] position='' typed=("\${(@)words}")
  local offer=''
  case $previous in
${cases}
  esac
  if [[ -z $offer ]]; then
    (( CURRENT > 2 )) && position=$typed[2]
    (( CURRENT > 3 )) && [[ $typed[3] != -* ]] && position+=" $typed[3]"
    [[ $position == -* ]] && position=''
    case $position in
${positionCases(positions)}
    esac
  fi
  compadd -- \${=offer} || _files
}
if [[ $funcstack[1] == _passwright ]]; then _passwright "$@"; else compdef _passwright passwright; fi`
}

export function fish(positions: Position[]): string {
  const lines = positions.flatMap(({ words, next, flags }) => {
    const after = words.map((word) => `__fish_seen_subcommand_from ${word}`)
    const before = next.length > 0 ? [`not __fish_seen_subcommand_from ${wordsOf(next)}`] : []
    const rule = `complete -c passwright -n '${[...after, ...before].join('; and ') || 'true'}'`
    return [
      ...next.map(
        ({ word, about }) => `${rule} -f -a ${word}${about === undefined ? '' : ` -d ${quoted(about)}`}`,
      ),
      ...flags.map(({ name, value }) => `${rule} -l ${name}${fishValue(value)}`),
    ]
  })
  return `# Completion of passwright for fish\n${lines.join('\n')}`
}

/** In fish's single quotes, `\\` and `'` are escaped. */
const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`

function fishValue(value: Flag['value']): string {
  if (value === null) return ''
  if (typeof value === 'object') return ` -x -a '${value.choices.join(' ')}'`
  if (value === 'folder') return " -x -a '(__fish_complete_directories)'"
  return value === 'file' ? ' -r' : ' -x'
}
