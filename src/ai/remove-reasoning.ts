type Kind =
  | 'thinks' // hides what follows, up to a mark that closes
  | 'hides' // hides what follows, up to any mark but those that hide
  | 'closes' // shows what follows; the opening mark may be part of the prompt, and then what precedes is hidden
  | 'shows'
  | 'ends' // begins somebody else's turn, which the model made up unless it comes first
  | 'stops' // ends the answer unless it comes first

/** How models mark reasoning, turns and the end. Where only a name decides, it is the first group. */
const MARKS: readonly [RegExp, Kind | ((name: string) => Kind)][] = [
  // DeepSeek, Qwen, Exaone, Gemini, Seed and others.
  [
    /<(?:\w+:)?(?:ant)?(?:think|thinking|thoughts?|reasoning(?:_content)?|reflection|analysis|scratchpad|inner_thoughts|(?:inner|internal)_monologue)(?:\s[^<>\n]*)?>/gi,
    'thinks',
  ],
  [
    /<\/(?:\w+:)?(?:ant)?(?:think|thinking|thoughts?|reasoning(?:_content)?|reflection|analysis|scratchpad|inner_thoughts|(?:inner|internal)_monologue)\s?>/gi,
    'closes',
  ],
  // Magistral. In lowercase or before '(' it would be a link.
  [/\[(?:THINK|THINKING|THOUGHT|REASONING)\](?![([:])/g, 'thinks'],
  [/\[\/(?:THINK|THINKING|THOUGHT|REASONING)\]/g, 'closes'],
  // Kimi.
  [/◁think▷/g, 'thinks'],
  [/◁\/think▷/g, 'closes'],
  // Gemma.
  [/<\|channel>\w*/g, 'thinks'],
  [/<channel\|>/g, 'closes'],
  [/<unused94>/g, 'thinks'],
  [/<unused95>/g, 'closes'],
  [/<start_of_turn>(\w*)/g, kindOfToken],
  // Channels of gpt-oss: analysis, commentary and final.
  [
    /<\|channel\|>(\w*)(?:(?:[^\w<\n]|<\|constrain\|>)(?:[^<\n]|<\|constrain\|>)*)?<\|message\|>/g,
    (channel) => (channel === 'final' ? 'closes' : 'hides'),
  ],
  // ChatML, Llama, Granite, gpt-oss, Solar.
  [/<\|(?:im_start|start_header_id|start_of_role|start|begin)\|>(\w*)/g, kindOfToken],
  // Command, OpenThinker, Apertus, Phi, GLM and others; DeepSeek with full-width signs.
  [/<[|｜]([\w▁/]+)[|｜]>/g, kindOfToken],
  [/<(?:end_of_turn|end_of_text|eos)>/g, 'stops'],
  [/<bos>/g, 'shows'],
  [/\[INST\]/g, 'ends'],
  [/\[\/INST\]/g, 'shows'],
]

const OPENING = /^(?:(?:(?:begin_of|start)_)?(?:think|thinking|thought|reasoning)|inner_prefix)$/i
const CLOSING = /^(?:(?:\/|end_(?:of_)?)(?:think|thinking|thought|reasoning)|inner_suffix)$/i
const STOPPING =
  /^(?:endoftext|end_of_text|end▁of▁sentence|im_end|eot_id|eot|eom_id|eos|return|end|endofresponse|end_of_turn)$/i
const OTHERS_TURN = /^(?:user|system|developer|tool|human|observation|ipython)(?:_token)?$/i

function kindOfToken(name: string): Kind {
  if (OPENING.test(name)) return 'hides'
  if (CLOSING.test(name)) return 'closes'
  if (OTHERS_TURN.test(name)) return 'ends'
  return STOPPING.test(name) ? 'stops' : 'shows'
}

/** Removes reasoning, turns that aren't the model's, other marks of models, and a tag around the whole text. */
export function removeReasoning(text: string): string {
  const source = afterAnnounced(text.trim())
  let kept = ''
  let hiddenBy: Kind | null = null
  let read = 0
  for (const { start, end, kind } of marksIn(source)) {
    if (start < read) continue
    if (hiddenBy === null) kept += source.slice(read, start)
    const ends = kind === 'ends' || (kind === 'stops' && hiddenBy === null)
    if (ends && kept.trim() !== '') return trimMarks(kept)
    if (kind === 'closes' && hiddenBy === null) kept = ''
    const shows = kind === 'shows' || kind === 'stops'
    if (kind === 'closes' || (shows && hiddenBy !== 'thinks')) hiddenBy = null
    else if (!shows && hiddenBy !== 'thinks') hiddenBy = kind
    read = end
  }
  return trimMarks(hiddenBy === null ? kept + source.slice(read) : kept)
}

type Mark = { start: number; end: number; kind: Kind }

function marksIn(text: string): Mark[] {
  const prose = blankCode(text)
  return MARKS.flatMap(([expression, kind]) =>
    Array.from(prose.matchAll(expression), ({ 0: mark, 1: name = '', index }) => ({
      start: index,
      end: index + mark.length,
      kind: typeof kind === 'string' ? kind : kind(name),
    })),
  ).sort((a, b) => a.start - b.start || b.end - a.end)
}

const CODE_FENCE = /^ {0,3}(`{3,}|~{3,})/
const CODE_SPAN = /`[^`\n]+`/g

/** Of the same length. Marks in code are part of a post about models. */
function blankCode(text: string): string {
  const lines = text.replace(CODE_SPAN, blank).split('\n')
  let open: { fence: string; at: number } | null = null
  for (const [at, line] of lines.entries()) {
    const fence = CODE_FENCE.exec(line)?.[1]
    if (fence === undefined) continue
    if (open === null) open = { fence, at }
    else if (fence.startsWith(open.fence) && line.trim() === fence) {
      for (let inside = open.at; inside <= at; inside++) lines[inside] = blank(lines[inside] ?? '')
      open = null
    }
  }
  return lines.join('\n')
}

const blank = (code: string) => ' '.repeat(code.length)

/** Words that announce reasoning and answer: of gpt-oss and Llama without their marks, Granite, and Ollama's terminal. */
const ANNOUNCED: readonly [RegExp, RegExp][] = [
  [/^(?:assistant|analysis|commentary)/, /assistantfinal/],
  [/^here(?:['’]s| is) my thought process:/i, /here(?:['’]s| is) my response:/i],
  [/^thinking\.\.\./i, /\.\.\.done thinking\./i],
  [/^assistant\n/, /assistant\n/],
]
const UNFINISHED = /^analysis[A-Z]/

function afterAnnounced(text: string): string {
  for (const [reasoning, answer] of ANNOUNCED) {
    const found = reasoning.test(text) ? answer.exec(text) : null
    if (found) return text.slice(found.index + found[0].length)
  }
  return UNFINISHED.test(text) ? '' : text
}

const ANSWER_TAG = /^<(answer|response|output|final|final_answer)>/i

function trimMarks(text: string): string {
  const trimmed = withoutSequenceMarks(text.trim())
  const [tag = '', name = ''] = ANSWER_TAG.exec(trimmed) ?? []
  if (tag === '') return trimmed
  const end = `</${name}>`.toLowerCase()
  return trimmed.slice(tag.length, trimmed.toLowerCase().endsWith(end) ? -end.length : undefined).trim()
}

/** Of Llama and Mistral; in the middle of a text they strike through. */
function withoutSequenceMarks(text: string): string {
  const first = text.indexOf('</s>')
  const isWhole = text.startsWith('<s>') && (first === -1 || first === text.length - 4)
  const rest = isWhole ? text.slice(3) : text
  return rest.endsWith('</s>') && !rest.includes('<s>') ? rest.slice(0, -4).trim() : rest.trim()
}
