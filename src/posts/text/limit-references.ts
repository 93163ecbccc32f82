import type { Parser, StateBlock } from './tokens.ts'

/** Same as cmark's max_ref_size; longer texts may expand to their own length. */
const CHARACTERS_MIN = 100_000

type References = NonNullable<StateBlock['env']['references']>

/**
 * Half a megabyte of references to one long address would expand to a gigabyte of HTML. References beyond the limit
 * stay text.
 */
export function limitReferences({ core: { ruler } }: Parser): void {
  ruler.before('inline', 'reference_limit', ({ env, src }) => {
    if (env.references) env.references = limited(env.references, Math.max(CHARACTERS_MIN, src.length))
  })
}

function limited(references: References, maxCharacters: number): References {
  let left = maxCharacters
  return new Proxy(references, {
    get: (known, label) => {
      const reference = typeof label === 'string' && Object.hasOwn(known, label) ? known[label] : undefined
      if (!reference) return undefined
      left -= reference.href.length + reference.title.length
      return left < 0 ? undefined : reference
    },
  })
}
