import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { readPostFile } from './post-file.ts'

const read = (text: string) =>
  readPostFile(`---\ntitle: x\n---\n${text}`, { path: 'x.md', now: new Date('2026-03-14T12:00:00Z') })

const CODE = 'def __init__(self, *args):\n\t# not a heading\n    a = b*c*d\n\n    return "<b>{{ x }}</b> %%"'

test.each([
  ['python', `{% highlight python linenos %}\n${CODE}\n{% endhighlight %}`],
  ['python', `{%- highlight "python" -%}\n${CODE}\n{%- endhighlight -%}`],
  ['python', `{{< highlight python "linenos=table,hl_lines=2" >}}\n${CODE}\n{{< /highlight >}}`],
  ['python', `{{% highlight python %}}\n${CODE}\n{{% /highlight %}}`],
  ['python', `FFF python\n${CODE}\nFFF`],
  ['python', `FFFpython{1,3}\n${CODE}\nFFF`],
  ['python', `FFF {.python .numberLines}\n${CODE}\nFFF`],
  ['', `~~~\n${CODE}\n~~~`],
])('keeps %s code of %s byte for byte', (language, source) => {
  const { content } = read(`Before.\n\n${source.replaceAll('FFF', '```')}\n\nAfter.`)
  expect(content).toBe(`Before.\n\n\`\`\`${language}\n${CODE}\n\`\`\`\n\nAfter.`)
})

test('keeps code in lists, and code within a sentence', () => {
  expect(read('1. Step\n\n   {% highlight sh %}\n   a_b\n   {% endhighlight %}').content).toBe(
    '1. Step\n\n   ```sh\n   a_b\n   ```',
  )
  expect(read('Use {% highlight js %}a_b*c{% endhighlight %} now.').content).toBe('Use `a_b*c` now.')
})

test.each([
  'One %%secret%% two',
  'One\n\n%%\nsecret\n\n# secret\n%%\n\ntwo',
  'One {% comment %}\nsecret\n{% endcomment %} two',
  'One {% # secret %} two',
  'One {{/* secret */}} two',
  'One {{- /* secret\nsecret */ -}} two',
  'One {{< comment >}}secret{{< /comment >}} two',
  'One <!-- secret --> two',
  'One\n\n{::comment}\nsecret\n{:/comment}\n\ntwo',
  'One\n\n[//]: # (secret)\n\ntwo',
  'One\n\n[comment]: <> (secret)\n\ntwo',
  'One\n\n*[secret]: Something\n\ntwo',
  '* secret\n{:toc}\n\nOne two',
  '1. secret\n{:toc .wide}\n\nOne two',
  'One two\n{: .secret #secret}',
  'One <span hidden>secret</span> two',
  'One <span style="display: none">secret</span> two',
])('leaves out and notes what %j hides', (source) => {
  const { content, notes, keptBack } = read(source)
  expect(content.replace(/\s+/g, ' ')).toBe('One two')
  expect(notes).toContainEqual(expect.stringContaining('secret'))
  expect(keptBack).toEqual([])
})

test.each(['%%\nsecret', '{% comment %}\nsecret', '{{/* secret', '{{< comment >}}secret'])(
  'keeps back a post whose comment has no end: %j',
  (source) => {
    expect(read(`One\n\n${source}`).keptBack).toContainEqual(expect.stringContaining('has no end'))
  },
)

test.each([
  "import x from './x.js'",
  'export const meta = {',
  '<Tabs>',
  'See <Badge text="new" />',
  '{/* note */}',
  '::: tip',
  '!!! note "Mind"',
  '=== "Npm"',
  '{% codeblock lang:js %}',
  '{% asset_img a.png %}',
  '{{< tabs >}}',
  '{{ page.title }}',
  '{::nomarkdown}',
  '{>>note<<}',
  '{# note #}',
  '{{!-- note --}}',
  '<%# note %>',
  '<?php echo 1 ?>',
  '% note',
  '#+BEGIN_COMMENT',
  '![A](a.png){width=50%}',
  '[A]({static}/a.pdf)',
  'So $$a_1*b_2$$ holds',
  'A ==mark==',
])('keeps syntax of other programs as text, names its line and keeps back the post: %s', (line) => {
  const { content, keptBack } = read(`One\n\n${line}\n\n\`${line}\``)
  expect(keptBack).toEqual([`line 6 has syntax of another program: ${line}`])
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, '')
  expect(letters(content)).toContain(letters(line))
})

test('names at most 20 lines', () => {
  const { keptBack } = read('{{ x }}\n\n'.repeat(25))
  expect(keptBack.length).toBe(21)
  expect(keptBack.at(-1)).toBe('5 more lines have such syntax')
})

test.each([
  '50%% and 60%%',
  '`%%a%% {% comment %}`',
  '```\n%%a%%\n{% comment %}\n{{/* x */}}\nimport a from "b"\n<Tabs>\n: x\n```',
  'Import duties are exported.',
  'a {b} c: {d}',
  'It costs $$ or $$$, if a == b == c',
])('leaves %j unchanged', (source) => {
  const { content, notes, keptBack } = read(source)
  expect(content).toBe(source)
  expect([...notes, ...keptBack]).toEqual([])
})

test.each([
  ['{{< figure src="a.png" alt="A" title="B" caption="C *d*" >}}', '[A](a.png "B – C \\*d\\*")'],
  ['{% include figure.html src="/a.png" alt="A" %}', '[A](/a.png)'],
  ['![A]({{ site.baseurl }}/a.png){: .wide width="3" }', '[A](/a.png)'],
  ['![A]({{ "/a.png" | relative_url }})', '[A](/a.png)'],
  ["![A]({{ '/a.png' | url }})", '[A](/a.png)'],
  ['[A]({{< ref "posts/b.md#c" >}})', '[A](/blog/b#c)'],
  ['[A]({{% relref "b/index.md" %}})', '[A](/blog/b)'],
  ['[A]({% post_url 2020-01-02-b %})', '[A](/blog/b)'],
  ['[A]({% link _posts/2020-01-02-b.md %})', '[A](/blog/b)'],
  ['{{< youtube id="x_1" >}}', '[https://www.youtube.com/watch?v=x_1](https://www.youtube.com/watch?v=x_1)'],
  ['A <pre>b <img src="/a.png" title="c"></pre>', 'A\n\n```\nb\n```\n\n[/a.png](/a.png "c")'],
  ['## Salt {#salt .wide}', '## Salt'],
  ['[A](../b.md) [B](@/posts/b.md) [C](./2020-01-02-c.mdx#d)', '[A](/blog/b) [B](/blog/b) [C](/blog/c#d)'],
  ['![C](a.png) [D](https://x.example/e.md)', '[C](a.png) [D](https://x.example/e.md)'],
  [
    '[[Salt Mill]], [[b#c|d]], [[#e]] and ![[a b.png|300]]',
    '[Salt Mill](/blog/salt-mill), [d](/blog/b), e and [a b.png](a%20b.png)',
  ],
  ['[[1]](#a) [[2]] `[[b]]`', '[\\[1\\]](#a) [[2]] `[[b]]`'],
  ['Salt\n: White\n: From the sea', '**Salt**\n\nWhite\n\nFrom the sea'],
  ['Salt\n\n:   White\n    and *fine*\n\n    Very fine', '**Salt**\n\nWhite and *fine*\n\nVery fine'],
  [
    'Salt\n: White\n\n`Pepper`\n: Black\n\nEnd\n\n    code',
    '**Salt**\n\nWhite\n\n**`Pepper`**\n\nBlack\n\nEnd\n\n```\ncode\n```',
  ],
  ['> [!NOTE]\n> Be *careful*', '> **Note**\n>\n> Be *careful*'],
  ['> [!warning]- Mind this\n> Hot', '> **Mind this**\n>\n> Hot'],
  ['[TOC]', ''],
])('reads %s', (source, content) => {
  const { content: found, keptBack } = read(`Before.\n\n${source}\n\nAfter.`)
  expect(found).toBe(['Before.', content, 'After.'].filter(Boolean).join('\n\n'))
  expect(keptBack).toEqual([])
})

test('notes what became of definition lists, alerts and tables of contents', () => {
  expect(read('Salt\n: White\n\n> [!TIP]\n> Dry\n\n* TOC\n{:toc}\n\n[[toc]]').notes).toEqual([
    'Definition list became paragraphs: Salt',
    'Alert shown as a quote: [!TIP]',
    'Table of contents left out: * TOC\n{:toc}',
    'Table of contents left out: [[toc]]',
  ])
})

test('shows what is escaped in Hugo and in Liquid', () => {
  expect(read('Use {{</* figure */>}} and {% raw %}{{ page.title }}{% endraw %}.').content).toBe(
    'Use {{< figure >}} and {{ page.title }}.',
  )
})

test('loses no word of any text between marks of source syntax', () => {
  const marks = [
    '%%',
    '{%',
    '%}',
    '{{',
    '}}',
    '{{<',
    '>}}',
    '{#',
    '#}',
    '{/*',
    '*/}',
    '`',
    '\n```\n',
    '\n',
    '\n\n',
    '\n~~~\n',
    '\n: ',
    '\n> [!note]',
    '* TOC\n{:toc}',
    '<?',
    '{{< figure src="a.png" title="',
    '" >}}',
    '<Tabs>',
    '{% raw %}',
    '{% endraw %}',
    '{% highlight js %}',
    '{% endhighlight %}',
    '{% comment %}',
    '{% endcomment %}',
    '<!--',
    '-->',
    '<pre>',
    '</pre>',
    '{: .a }',
    '\n> ',
    '\n- ',
    '\n*[a]: ',
    '\t',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...marks), { maxLength: 30 }), (pieces) => {
      const source = pieces.map((piece, index) => `${piece} word${index}x `).join('')
      const { content, notes } = read(source)
      const kept = `${content} ${notes.join(' ')}`
      for (const index of pieces.keys()) expect(kept).toContain(`word${index}x`)
    }),
    { numRuns: 500 },
  )
})
