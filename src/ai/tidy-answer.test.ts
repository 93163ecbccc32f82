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
  ['in a fence below a few words', `Sure, here it is:\n\n~~~markdown\n${POST}\n~~~\nEnjoy!`],
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
  [
    'in a fence with an offer below',
    `\`\`\`markdown\n${POST}\n\`\`\`\n\nLet me know if you'd like any changes!`,
  ],
  [
    'with an opening, a rule and an offer',
    `Certainly! Below is a draft.\n\n${POST}\n\n---\n\nFeel free to ask if you need any adjustments.`,
  ],
  ['with a hope at the end', `${POST}\n\nI hope this helps! Would you like a shorter version?`],
  [
    'with a German opening and offer',
    `Gerne! Hier ist dein Blogbeitrag:\n\n${POST}\n\nSag mir Bescheid, wenn ich etwas ändern soll.`,
  ],
  ['with a French opening', `Bien sûr ! Voici votre article :\n\n${POST}`],
  [
    'with a Spanish opening',
    `¡Claro! Aquí tienes el artículo:\n\n${POST}\n\nAvísame si quieres algún cambio.`,
  ],
  ['with text after its end', `${POST}<|endoftext|>Human: next question`],
  ['with another answer after its end', `${POST}<|im_end|>\n<|im_start|>assistant\nMore`],
  ['with front matter', `---\ntitle: Something\ndate: 2026-01-01\n---\n\n${POST}`],
  ['with front matter in TOML', `+++\ntitle = "Something"\n+++\n\n${POST}`],
  ['with front matter in a fence', `\`\`\`yaml\n---\ntitle: Something\n---\n\`\`\`\n\n${POST}`],
  [
    'with an opening, a fence and front matter',
    `Here is your post:\n\n\`\`\`markdown\n---\ntitle: Something\n---\n# On passwords\n\n${POST}\n\`\`\``,
  ],
  ['in HTML', '<p>First line.</p>\n<h2>Why</h2>\n<p>Last line.</p>'],
  [
    'in HTML in a fence',
    '```html\n<!DOCTYPE html>\n<body><p>First line.</p>\n<h2>Why</h2>\n<p>Last line.</p></body>\n```',
  ],
  ['with control characters', `\u0000${POST}\u001b`],
])('turns an answer %s into the post', (_, answer) => {
  expect(tidyAnswer(answer, 'On passwords').content).toBe(POST)
})

test.each([
  ['a code sample at both ends', '```js\na()\n```\n\nText\n\n```js\nb()\n```'],
  ['two samples without a language', '```\na()\n```\n\nText\n\n```\nb()\n```'],
  ['a sample without a language first', '```\na()\n```\n\nText'],
  [
    'a sentence that begins like an opening',
    'Here is why a post about passwords is never finished.\n\nMore.',
  ],
  ['a question to its readers', 'Text\n\nLet me know what you think in the comments.'],
  ['HTML in the middle', 'Text\n\n<div>More</div>'],
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
  expect(tidyAnswer(answer, 'On passwords').content).toBe(answer)
})

test.each(['', '  \n', '<think>only thoughts', '```\n```', 'Here is your post:'])(
  'returns an empty text for %p',
  (answer) => {
    expect(tidyAnswer(answer, 'On passwords').content).toBe('')
  },
)

test('accepts any text and removes its control characters', () => {
  const pieces = fc.constantFrom(
    '<think>',
    '</think>',
    '```',
    '---\n',
    'a: b\n',
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
      expect(tidyAnswer(parts.join(''), 'T').content).not.toMatch(/[^\P{Cc}\t\n]/u)
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
  '---\na: b\n',
  'let me know ',
])('handles %j repeated 100,000 times, alone and after a heading or an introduction', (part) => {
  const repeated = part.repeat(100_000)
  for (const answer of [repeated, `# ${repeated}\u2028x`, `Sure, here is ${repeated}\u2028x`])
    expect(tidyAnswer(answer, 'T').content.length).toBeLessThanOrEqual(answer.length)
})
