import type { Parser, StateBlock } from './tokens.ts'

/** As in cmark (`max_ref_size`): addresses that are written once and used often come to this much, or to the text's length. */
const LEAST_CHARACTERS = 100_000

type References = NonNullable<StateBlock['env']['references']>

/**
 * Half a megabyte of references to one long address would become a gigabyte of HTML. Those beyond the limit are shown
 * as they are written.
 */
export function limitReferences({ core: { ruler } }: Parser): void {
  ruler.before('inline', 'reference_limit', ({ env, src }) => {
    if (env.references) env.references = limited(env.references, Math.max(LEAST_CHARACTERS, src.length))
  })
}

function limited(references: References, mostCharacters: number): References {
  let left = mostCharacters
  return new Proxy(references, {
    get: (known, label) => {
      const reference = typeof label === 'string' && Object.hasOwn(known, label) ? known[label] : undefined
      if (!reference) return undefined
      left -= reference.href.length + reference.title.length
      return left < 0 ? undefined : reference
    },
  })
}
