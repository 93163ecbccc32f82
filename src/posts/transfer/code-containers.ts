import type { Notes } from './html-blocks.ts'

/** Names that plugins give to code in [name]. */
const CODE_NAMES = new Set(
  'sourcecode source code highlight codeblock code_block code-block codesyntax syntax prism crayon cc ccb cci ccie ccn geshi enlighter pastacode snippet hljs listing codeblocks code-toggle terminal console'.split(
    ' ',
  ),
)

/** Names of languages that are shortcodes of their own, as in [php]…[/php]. */
const LANGUAGE_NAMES = new Set(
  'actionscript actionscript3 as3 applescript arduino asm bash shell sh batch powershell ps posh clojure coldfusion cf c cpp c++ csharp c# c-sharp css sass scss less delphi pascal diff patch docker elixir erlang erl fsharp f# go golang groovy haskell html xhtml xml xslt java javafx jfx javascript js jscript json jsx jquery kotlin latex lisp lua makefile markdown matlab matlabkey mel nginx nim objc obj-c objectivec ocaml perl pl php plain text py python r rails ror ruby rb rust scala sql mysql pgsql swift tcl toml ts tsx typescript vb vbnet vbscript vhdl vim yaml yml zig'.split(
    ' ',
  ),
)
/** These mark up formulas or plain text in other plugins. */
const MATH_NAMES = new Set(['latex', 'text', 'plain'])

const NO_LANGUAGE = new Set(
  'plain text plaintext none txt raw linenos lineno nolinenos linenumbers auto true false'.split(' '),
)

export const isCodeShortcode = (name: string): boolean => {
  const known = name.toLowerCase()
  return CODE_NAMES.has(known) || LANGUAGE_NAMES.has(known) || /^cc[bni]?e?_\w{1,30}$/.test(known)
}

/** 'lang:js', 'language="js"', 'brush: js', '"js"', 'js linenos' and the name itself. Empty if none is given. */
export function languageIn(name: string, given: string): string {
  const [, named] =
    /(?:^|[\s"'{,;])(?:lang|language|brush|syntax|type)\s?[=:]\s?["']?([\w+#.-]{1,40})/i.exec(given) ?? []
  if (named !== undefined) return asLanguage(named)
  const known = name.toLowerCase()
  if (LANGUAGE_NAMES.has(known) && !MATH_NAMES.has(known)) return known
  const [, coded] = /^cc[bni]?e?_(\w+)$/.exec(known) ?? []
  if (coded !== undefined) return coded
  const [, first] = /^\s?["']?([\w+#.-]{1,40})["']?(?=[\s,]|$)/.exec(given) ?? []
  const isTitle = /^code/.test(known) && !LANGUAGE_NAMES.has(first?.toLowerCase() ?? '')
  return first === undefined || isTitle ? '' : asLanguage(first)
}

const asLanguage = (name: string) => (NO_LANGUAGE.has(name.toLowerCase()) ? '' : name)

/** Notes the words of a container besides its language and the numbering of lines, such as a title. */
export function noteOptions(given: string, language: string, notes: Notes): void {
  const rest = given
    .replace(/["']/g, '')
    .split(/\s+/)
    .filter((word) => word !== language && /\p{L}/u.test(word) && !OPTION.test(word))
  if (rest.length > 0) notes.add(`Options of a code block left out: ${rest.join(' ')}`)
}

const OPTION =
  /^(?:lang|language|brush|syntax|type|linenos|linenostart|lineno\w{0,10}|line_?numbers?|nolinenos|hl_lines|mark|start|startinline|first_?line|light|gutter|toolbar|wrap\w{0,10}|collapse|autolinks|ruler|padlinenumbers|highlight|anchorlinenos|guessSyntax|decode|tab_size|escaped|htmlscript|classname|class|smarttabs|noguess|inline|diff|true|false)(?:[=:].{0,60})?$/i

/** SyntaxHighlighter and others store code with these references only. */
export const withoutReferences = (code: string): string =>
  code.replace(/&(lt|gt|quot|amp|#0?39);/g, (_, name: string) => REFERENCES[name] ?? "'")

const REFERENCES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }
