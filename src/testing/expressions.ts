import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

export type Expression = { pattern: string; flags: string }

const ROOT = join(import.meta.dir, '../..')

/** One expression per line, after the version of recheck that proved them linear. */
export const LINEAR_EXPRESSIONS = join(ROOT, 'src/attack/linear-expressions.txt')

/**
 * If a proof fails, recheck times an attack, which would fail linear expressions on a busy machine. These limits count
 * steps instead: the longest text, 300,000 characters, costs a linear expression a tenth of them.
 */
const LIMITS = {
  timeout: 600_000,
  randomSeed: 0,
  attackLimit: 100_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
}

const isTest = (path: string) => /\.test\.tsx?$|^src\/testing\/|^web\/e2e\//.test(path)

const spelled = ({ pattern, flags }: Expression) => `/${pattern}/${flags}`

/** Methods that compile strings to expressions. */
const IMPLICIT = new Set(['match', 'matchAll', 'search'])

/** `computed` lists expressions compiled from strings, which can't be checked. */
export function expressionsIn(path: string, source: string): { literals: Expression[]; computed: string[] } {
  const literals: Expression[] = []
  const computed: string[] = []
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const noteComputed = ({ start, end }: { start: number; end: number }) =>
    computed.push(`${path}: ${source.slice(start, end)}`)
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) literals.push({ pattern: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') noteComputed(node)
    },
    CallExpression: (node) => {
      const { callee, arguments: given } = node
      if (callee.type === 'Identifier' && callee.name === 'RegExp') noteComputed(node)
      const isText =
        given[0]?.type === 'TemplateLiteral' ||
        (given[0]?.type === 'Literal' && 'value' in given[0] && typeof given[0].value === 'string')
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        IMPLICIT.has(callee.property.name) &&
        isText
      )
        noteComputed(node)
    },
  }).visit(program)
  return { literals, computed }
}

/** Keyed by expression; without tests. */
export async function readExpressions() {
  const found = new Map<string, Expression & { paths: string[] }>()
  const computed: string[] = []
  for (const path of [...new Bun.Glob('{src,web}/**/*.{ts,tsx}').scanSync(ROOT)].sort()) {
    if (isTest(path)) continue
    const inFile = expressionsIn(path, await Bun.file(join(ROOT, path)).text())
    computed.push(...inFile.computed)
    for (const literal of inFile.literals) {
      const known = found.get(spelled(literal))
      if (known) known.paths.push(path)
      else found.set(spelled(literal), { ...literal, paths: [path] })
    }
  }
  return { found, computed }
}

/** The reason why an expression isn't linear, or null. */
export async function faultOf({ pattern, flags }: Expression): Promise<string | null> {
  // Same results on all systems.
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = await import('recheck')
  const verdict = checkSync(pattern, flags, LIMITS)
  if (verdict.status === 'safe') return null
  if (verdict.status === 'unknown') return `unknown (${verdict.error.kind})`
  return `${verdict.complexity.summary}: ${verdict.attack.pattern}`
}
