import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

const ROOT = join(import.meta.dir, '..')

/** What makes a StartError, the argument that holds its words, and what it adds. */
const MAKERS: Record<string, { at: number; before?: string; after?: string }> = {
  StartError: { at: 0 },
  startError: { at: 0, after: ': ….' },
  endpointError: { at: 0, after: ': ….' },
  DamagedError: { at: 1, before: '… ', after: '.' },
  requireReadable: { at: 1 },
}

type Node = ESTree.Expression | ESTree.SpreadElement | ESTree.Super | undefined

/** Texts that an expression can have, with … for what is only known at run time. */
function textsOf(node: Node, helpers: Map<string, string[]>): string[] {
  if (node?.type === 'Literal') return [String(node.value)]
  if (node?.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('…')]
  if (node?.type === 'ConditionalExpression')
    return [...textsOf(node.consequent, helpers), ...textsOf(node.alternate, helpers)]
  if (node?.type === 'LogicalExpression')
    return [...textsOf(node.left, helpers), ...textsOf(node.right, helpers)]
  const named =
    node?.type === 'CallExpression' ? node.callee : node?.type === 'MemberExpression' ? node.object : node
  return (named?.type === 'Identifier' && helpers.get(named.name)) || ['…']
}

/** Texts that constants, functions and objects at the top of a file hold or return, by name. */
function helpersOf(program: ESTree.Program): Map<string, string[]> {
  const helpers = new Map<string, string[]>()
  for (const node of program.body) {
    const declared = node.type === 'VariableDeclaration' ? node.declarations[0] : node
    const id = declared && 'id' in declared ? declared.id : null
    if (id?.type !== 'Identifier') continue
    const texts: string[] = []
    const add = (value: Node) => texts.push(...textsOf(value, helpers).filter((text) => /\w/.test(text)))
    if (declared?.type === 'VariableDeclarator') add(declared.init ?? undefined)
    new Visitor({
      ReturnStatement: ({ argument }) => void add(argument ?? undefined),
      Property: ({ value }) => {
        if (value.type === 'Literal' || value.type === 'TemplateLiteral') add(value)
      },
    }).visit({ ...program, body: [node] })
    if (texts.length > 0) helpers.set(id.name, texts)
  }
  return helpers
}

function messagesOf(file: string): string[] {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'))
  const helpers = helpersOf(program)
  const messages: string[] = []
  const add = ({ callee, arguments: given }: ESTree.NewExpression | ESTree.CallExpression) => {
    const maker = callee.type === 'Identifier' ? MAKERS[callee.name] : undefined
    if (!maker) return
    const { at, before = '', after = '' } = maker
    messages.push(...textsOf(given[at], helpers).map((text) => before + text + after))
  }
  new Visitor({ NewExpression: add, CallExpression: add }).visit(program)
  return messages
}

test('every message of a command or start that fails has an entry in the troubleshooting page', () => {
  const files = [...new Bun.Glob('src/**/*.ts').scanSync(ROOT)].filter(
    (file) => !/\.test\.ts$|^src\/testing\//.test(file),
  )
  const printed = files.flatMap(messagesOf).filter((text) => /\w/.test(text))
  const entries = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8')
    .replace(/\n {2,}/g, ' ')
    .matchAll(/^- `([^`]+)`/gm)
  const explained = Array.from(entries, ([, message = '']) => message)
  expect(printed.length).toBeGreaterThan(100)
  expect(explained).toEqual([...new Set(explained)])
  expect(explained.toSorted()).toEqual([...new Set(printed)].toSorted())
})
