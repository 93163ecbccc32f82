import { affords, type Budget, spend } from './budget.ts'
import type { Env, Parser, StateBlock, Token } from './tokens.ts'

/** HTML of a token, in characters: of a cell's three, 25 at most. */
const TOKEN_CHARACTERS = 10
/** Tags and attributes of a link or image, which may repeat the address. */
const LINK_CHARACTERS = 80
/** A reference and its back link. */
const FOOTNOTE_CHARACTERS = 170
const ADDRESSES_OF_FOOTNOTE = 2

const budgets = new WeakMap<Env, Budget>()

export function limitOutput(env: Env, budget: Budget): Env {
  budgets.set(env, budget)
  return env
}

function budgetOf(env: Env): Budget {
  const budget = budgets.get(env)
  if (!budget) throw new Error('the text has no budget')
  return budget
}

export function isTooLong({ tokens, env }: StateBlock, line: number): boolean {
  const budget = budgetOf(env)
  budget.line = line
  return !affords(budget, tokens.length * TOKEN_CHARACTERS)
}

export function addOutputLimits({ core: { ruler } }: Parser): void {
  ruler.at('inline', ({ tokens, md, env }) => {
    const budget = budgetOf(env)
    const base = typeof env.base === 'string' ? env.base.length : 0
    spend(budget, tokens.length * TOKEN_CHARACTERS)
    if (env.references) env.references = limitReferences(env.references, budget, md.utils.escapeHtml)
    for (const { map, content, children } of tokens) {
      budget.line = map?.[0] ?? budget.line
      if (!children) continue
      md.inline.parse(content, md, env, children)
      limitAddresses(children, budget, base)
    }
  })
}

type References = NonNullable<Env['references']>

/** References beyond the limit stay text. */
function limitReferences(
  references: References,
  budget: Budget,
  escapeHtml: (text: string) => string,
): References {
  return new Proxy(references, {
    get: (known, label) => {
      const reference = typeof label === 'string' && Object.hasOwn(known, label) ? known[label] : undefined
      if (!reference || budget.left < 0) return undefined
      const characters = 2 * escapeHtml(reference.href).length + escapeHtml(reference.title).length
      return spend(budget, LINK_CHARACTERS + characters) ? reference : undefined
    },
  })
}

/** Footnotes beyond the limit stay text, and so do links whose address is completed. */
function limitAddresses(children: Token[], budget: Budget, base: number): void {
  for (const token of children) {
    if (token.type === 'footnote_ref' && !spend(budget, FOOTNOTE_CHARACTERS + ADDRESSES_OF_FOOTNOTE * base)) {
      Object.assign(token, { type: 'text', content: `[^${String(token.meta?.label)}]`, meta: null })
    } else if (base > 0 && (token.type === 'link_open' || token.type === 'image')) {
      token.hidden = !spend(budget, base)
    }
  }
}
