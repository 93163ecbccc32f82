import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyCharacter } from '#src/testing/any-character.ts'
import { tidyAnswer } from './tidy-answer.ts'

const POST = 'First line.\n\n## Why\n\nLast line.'

test.each([
  ['plain', POST],
  ['with reasoning', `<think>\nLet me see.\n</think>\n\n${POST}`],
  ['with reasoning in two places', `<think>a</think>First line.\n\n<think>b</think>## Why\n\nLast line.`],
  ['with reasoning that has no closing tag', `${POST}\n<think>Was that good?`],
  ['in a fence', `\`\`\`\n${POST}\n\`\`\``],
  ['in a Markdown fence', `\`\`\`markdown\n${POST}\n\`\`\`\n`],
  ['in a fence of tildes', `~~~md\n${POST}\n~~~`],
  ['in a fence that is never closed', `\`\`\`markdown\n${POST}`],
  ['with an opening', `Here is your post:\n\n${POST}`],
  ['with an opening without a colon', `Here is your post\n\n${POST}`],
  ['with a polite opening', `Sure! Here's a 900-word blog post about "Passwords: a guide":\n\n${POST}`],
  ['with a bold opening and a rule', `**Here is the article you asked for:**\n\n---\n\n${POST}`],
  ['with a typographic apostrophe', `Certainly, here’s the draft.\n${POST}`],
  ['with a polite exclamation', `Of course!\n\n${POST}`],
  [
    'with several of these',
    `<think>Hm</think>Here is your post:\n\`\`\`md\n# On *Passwords*\n\n${POST}\n\`\`\``,
  ],
  ['with the title again', `# On Passwords\n\n${POST}`],
  ['with the title in a closed heading', `## On Passwords ##\n\n${POST}`],
  ['with the title in bold', `**On Passwords**\n\n${POST}`],
  ['with Windows line endings', POST.replaceAll('\n', '\r\n')],
  ['with control characters', `\u0000${POST}\u001b`],
])('turns an answer %s into the post', (_, answer) => {
  expect(tidyAnswer(answer, 'On passwords')).toBe(POST)
})

test.each([
  ['a code sample at both ends', '```js\na()\n```\n\nText\n\n```js\nb()\n```'],
  ['two samples without a language', '```\na()\n```\n\nText\n\n```\nb()\n```'],
  ['a sample without a language first', '```\na()\n```\n\nText'],
  [
    'a sentence that begins like an opening',
    'Here is why a post about passwords is never finished.\n\nMore.',
  ],
  ['another heading', '## Something else\n\nText'],
  ['a sample in the middle', 'Text\n\n```\ncode\n```\n\nText'],
  [
    'marks of reasoning in code',
    'Models write `<think>`.\n\n```xml\n<think>Hm</think>\n```\n\nThen `</think>`.',
  ],
  ['marks of turns in code', 'It ends with `<|im_end|>` or\n\n~~~\n<|user|>\n</s>\n~~~'],
  ['text that is struck through', 'The price was <s>10</s> and <s>9</s>'],
  ['a link to a word in brackets', 'See [THINK](/blog/think) and [think].'],
  ['a post about analysis', 'analysis of passwords takes time.'],
])('keeps %s', (_, answer) => {
  expect(tidyAnswer(answer, 'On passwords')).toBe(answer)
})

test.each(['', '  \n', '<think>only thoughts', '```\n```', 'Here is your post:'])(
  'returns an empty text for %p',
  (answer) => {
    expect(tidyAnswer(answer, 'On passwords')).toBe('')
  },
)

test('accepts any text and removes its control characters', () => {
  const pieces = fc.constantFrom(
    '<think>',
    '</think>',
    '```',
    '\n',
    '# ',
    'Here is ',
    'post',
    ':',
    '\u0000',
    ' ',
  )
  const texts = fc.array(fc.oneof(pieces, fc.string({ unit: anyCharacter })), { maxLength: 60 })
  fc.assert(
    fc.property(texts, (parts) => {
      expect(tidyAnswer(parts.join(''), 'T')).not.toMatch(/[^\P{Cc}\t\n]/u)
    }),
  )
})

test.each([
  '<think>',
  '<think ',
  '<|channel|>',
  '<|im_start|>',
  '`',
  '</s>',
  '```\n',
  'Here is a post',
  '\n',
  '**',
  ' ',
  '# #',
  'here is ',
])('handles %j repeated 100,000 times, alone and after a heading or an introduction', (part) => {
  const repeated = part.repeat(100_000)
  for (const answer of [repeated, `# ${repeated}\u2028x`, `Sure, here is ${repeated}\u2028x`])
    expect(tidyAnswer(answer, 'T').length).toBeLessThanOrEqual(answer.length)
})
