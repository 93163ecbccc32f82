import type { PhrasingContent } from 'mdast'
import { Fragment, type ReactNode } from 'react'
import { linkTarget } from './link-target.ts'
import type { Block, Item, List } from './post-blocks.ts'
import { plainText } from './post-inlines.ts'

/** Nobody writes marks within marks this deep, and each level is a call on the stack. */
const DEEPEST_MARK = 16

type Props = {
  blocks: Block[]
  /** The page's full address, for readers elsewhere: links then lead from there. */
  base?: string
}

/** The text of a post, made of nothing but the elements below. */
export function PostText({ blocks, base }: Props) {
  return blocks.map((block, index) => <PostBlock key={index} block={block} base={base} />)
}

function PostBlock({ block, base }: { block: Block; base: string | undefined }) {
  if (block.kind === 'list') return <PostList list={block} base={base} />
  if (block.kind === 'quote')
    return (
      <blockquote>
        <PostText blocks={block.blocks} base={base} />
      </blockquote>
    )
  const text = inlines(block.text, base)
  if (block.kind === 'paragraph') return <p>{text}</p>
  const Heading = HEADINGS[block.level]
  return <Heading id={block.id}>{text}</Heading>
}

const HEADINGS = { 2: 'h2', 3: 'h3', 4: 'h4' } as const

function PostList({ list: { isOrdered, start, items }, base }: { list: List; base: string | undefined }) {
  const children = items.map((item, index) => <PostItem key={index} item={item} base={base} />)
  if (!isOrdered) return <ul>{children}</ul>
  return <ol {...(start === 1 ? {} : { start })}>{children}</ol>
}

function PostItem({ item: { text, lists }, base }: { item: Item; base: string | undefined }) {
  return (
    <li>
      {inlines(text, base)}
      {lists.map((list, index) => (
        <PostList key={index} list={list} base={base} />
      ))}
    </li>
  )
}

function inlines(nodes: PhrasingContent[], base: string | undefined, depth = 1): ReactNode {
  if (depth > DEEPEST_MARK) return plainText(nodes)
  return nodes.map((node, index) => <Fragment key={index}>{inline(node, base, depth)}</Fragment>)
}

function inline(node: PhrasingContent, base: string | undefined, depth: number): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type === 'inlineCode') return <code>{node.value}</code>
  if (!('children' in node)) return null
  const children = inlines(node.children, base, depth + 1)
  if (node.type === 'strong') return <strong>{children}</strong>
  if (node.type === 'emphasis') return <em>{children}</em>
  if (node.type === 'delete') return <del>{children}</del>
  const target = node.type === 'link' ? linkTarget(node.url, base) : null
  return target ? <a {...target}>{children}</a> : children
}
