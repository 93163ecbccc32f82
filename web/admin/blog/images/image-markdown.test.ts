import { expect, test } from 'bun:test'
import { asBlock, imageMarkdown } from './image-markdown.ts'

test.each([
  ['A lock', '', '![A lock](/a.webp)'],
  ['', 'Made in 1890', '![](/a.webp "Made in 1890")'],
  ['  two\nlines ', ' a\tb ', '![two lines](/a.webp "a b")'],
  ['[x](y) *z* \\', 'say "hi" \\', '![\\[x\\](y) \\*z\\* \\\\](/a.webp "say \\"hi\\" \\\\")'],
])('writes the description %j and the caption %j', (description, caption, markdown) => {
  expect(imageMarkdown('/a.webp', { description, caption })).toBe(markdown)
})

test.each([
  ['', '', 'I\n\n'],
  ['One', 'two', '\n\nI\n\n'],
  ['One\n', '\ntwo', '\nI\n'],
  ['One\n\n', '\n\ntwo', 'I'],
])('adds blank lines between %j and %j', (before, after, block) => {
  expect(asBlock('I', before, after)).toBe(block)
})
