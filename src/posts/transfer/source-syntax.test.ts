import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { readPostFile } from './post-file.ts'

const read = (text: string) => readPostFile(text, { path: 'x.md', now: new Date('2026-03-14T12:00:00Z') })

const CODE = 'def __init__(self, *args):\n\t# not a heading\n    a = b*c*d\n\n    return "<b>{{ x }}</b> %%"'

test.each([
  ['python', `{% highlight python linenos %}\n${CODE}\n{% endhighlight %}`],
  ['python', `{%- highlight "python" -%}\n${CODE}\n{%- endhighlight -%}`],
  ['python', `{% codeblock lang:python %}\n${CODE}\n{% endcodeblock %}`],
  ['python', `{{< highlight python "linenos=table,hl_lines=2" >}}\n${CODE}\n{{< /highlight >}}`],
  ['python', `{{% highlight python %}}\n${CODE}\n{{% /highlight %}}`],
  ['python', `{{< code lang="python" >}}\n${CODE}\n{{< /code >}}`],
  ['python', `<CodeBlock language="python">\n{\`${CODE}\`}\n</CodeBlock>`],
  ['python', `<Code code={\`${CODE}\`} lang="python" />`],
  ['python', `FFF python\n${CODE}\nFFF`],
  ['python', `FFFpython{1,3}\n${CODE}\nFFF`],
  ['python', `FFF {.python .numberLines}\n${CODE}\nFFF`],
  ['python', `FFF{code-block} python\n${CODE}\nFFF`],
  ['', `~~~\n${CODE}\n~~~`],
])('keeps %s code of %s byte for byte', (language, source) => {
  const { content } = read(`Before.\n\n${source.replaceAll('FFF', '```')}\n\nAfter.`)
  expect(content).toBe(`Before.\n\n\`\`\`${language}\n${CODE}\n\`\`\`\n\nAfter.`)
})

const SHELL = '```sh\na_b_c * 2\n```'

test.each([
  `<Tabs>\n<TabItem value="n" label="Npm">\n${SHELL}\n</TabItem>\n</Tabs>`,
  `{{< tabs >}}\n{{< tab "Npm" >}}\n${SHELL}\n{{< /tab >}}\n{{< /tabs >}}`,
  `{{< tabpane >}}\n{{< tab header="Npm" lang="sh" >}}\na_b_c * 2\n{{< /tab >}}\n{{< /tabpane >}}`,
  `::: code-tabs\n@tab Npm\n${SHELL}\n:::`,
  `=== "Npm"\n\n    ${SHELL.replaceAll('\n', '\n    ')}`,
  `{% tabs %}\n<!-- tab Npm -->\n${SHELL}\n<!-- endtab -->\n{% endtabs %}`,
])('keeps the code and the label of the tab %s', (source) => {
  expect(read(`Before.\n\n${source}\n\nAfter.`).content).toBe(`Before.\n\n**Npm**\n\n${SHELL}\n\nAfter.`)
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
  'One {% comment %}secret{% endcomment %} two',
  'One {% # secret %} two',
  'One {% if false %}secret{% endif %} two',
  'One {{/* secret */}} two',
  'One {{- /* secret\nsecret */ -}} two',
  'One {{< comment >}}secret{{< /comment >}} two',
  'One {/* secret\nsecret */} two',
  'One {# secret #} two',
  'One {{!-- secret --}} two',
  'One {{-- secret --}} two',
  'One {>>secret<<} two',
  'One <%# secret %> two',
  'One\n\n{::comment}\nsecret\n{:/comment}\n\ntwo',
  'One\n\n[//]: # (secret)\n\ntwo',
  'One\n\n[comment]: <> (secret)\n\ntwo',
  "One\n\nimport secret from './secret.js'\n\ntwo",
  "import {\n  secret,\n} from 'x'\n\nOne two",
  'export const secret = {\n  a: 1,\n}\n\nOne two',
  'One\n\n% secret\n% secret\n\ntwo',
  'One <span hidden>secret</span> two',
  'One <span style="display: none">secret</span> two',
])('leaves out and notes what %j hides', (source) => {
  const { content, notes, keptBack } = read(source)
  expect(content.replace(/\s+/g, ' ')).toBe('One two')
  expect(notes).toContainEqual(expect.stringContaining('secret'))
  expect(keptBack).toEqual([])
})

test.each(['%%\nsecret', '{% comment %}\nsecret', '{{/* secret', '{/* secret', '{{< comment >}}secret'])(
  'keeps back a post whose comment has no end: %j',
  (source) => {
    expect(read(`One\n\n${source}`).keptBack).toEqual([expect.stringContaining('has no end')])
  },
)

test.each([
  '50%% and 60%%',
  '`%%a%% {% comment %}`',
  '```\n%%a%%\n{% comment %}\n{{/* x */}}\nimport a from "b"\n```',
  'Import duties are exported.',
  'a {b} c: {d}',
])('leaves %j unchanged', (source) => {
  const { content, notes, keptBack } = read(source)
  expect(content).toBe(source)
  expect([...notes, ...keptBack]).toEqual([])
})

test.each([
  ['{{< figure src="a.png" alt="A" title="B" caption="C *d*" >}}', '[A](a.png "B – C \\*d\\*")'],
  ['{% asset_img wide a.png 300 A cat %}', '[A cat](a.png)'],
  ['{% img /i/a.png "A cat" %}', '[A cat](/i/a.png)'],
  ['{% include figure.html src="/a.png" alt="A" %}', '[A](/a.png)'],
  ['![A]({{ site.baseurl }}/a.png){: .wide width="3" }', '[A](/a.png)'],
  ['![A]({{ "/a.png" | relative_url }})', '[A](/a.png)'],
  ["![A]({{ '/a.png' | url }})", '[A](/a.png)'],
  ['import pic from \'./a.png\'\n\n<Image src={pic} alt="A" />', '[A](./a.png)'],
  ['[A]({{< ref "posts/b.md#c" >}})', '[A](/blog/b#c)'],
  ['[A]({{% relref "b/index.md" %}})', '[A](/blog/b)'],
  ['[A]({% post_url 2020-01-02-b %})', '[A](/blog/b)'],
  ['[A]({% link _posts/2020-01-02-b.md %})', '[A](/blog/b)'],
  ['{{< youtube id="x_1" >}}', '[https://www.youtube.com/watch?v=x_1](https://www.youtube.com/watch?v=x_1)'],
  ['A <pre>b <img src="/a.png" title="c"></pre>', 'A\n\n```\nb\n```\n\n[/a.png](/a.png "c")'],
  ['{% link Salt mill https://a.example %}', '[Salt mill](https://a.example)'],
  ["{% post_link b 'Salt mill' %}", '[Salt mill](/blog/b)'],
  ['{% image "./a.png", "A cat" %}', '[A cat](./a.png)'],
  ['!!! note "Mind"\n\n    One\n\n    two', '**Mind**\n\nOne\n\ntwo'],
  ['??? tip\n    One', '**tip**\n\nOne'],
  ['## Salt {#salt .wide}', '## Salt'],
  ['![A](a.png){#fig-a width=50%}', '[A](a.png)'],
  ['[A](../b.md) [C](./2020-01-02-c.mdx#d)', '[A](/blog/b) [C](/blog/c#d)'],
  [
    '[A](@/posts/b.md) ![C](a.png) [D](https://x.example/e.md)',
    '[A](/blog/b) [C](a.png) [D](https://x.example/e.md)',
  ],
  ['![A]({static}/i/a.png) [B]({filename}b.md)', '[A](/i/a.png) [B](/blog/b)'],
  [
    '[[Salt Mill]], [[b#c|d]], [[#e]] and ![[a b.png|300]]',
    '[Salt Mill](/blog/salt-mill), [d](/blog/b), e and [a b.png](a%20b.png)',
  ],
  ['[[1]](#a) [[2]] `[[b]]`', '[\\[1\\]](#a) [[2]] `[[b]]`'],
  ['$$\na_1 * b_2 \\\\\n* c\n$$', '```latex\na_1 * b_2 \\\\\n* c\n```'],
  ['So $$a_1*b_2*c$$ holds', 'So `a_1*b_2*c` holds'],
  ['It costs $$ or $$$', 'It costs $$ or $$$'],
  [':::tip[Mind *this*]\nText\n:::', '**Mind \\*this\\***\n\nText'],
  ['::: details More\nText\n:::', '**More**\n\nText'],
])('reads %s', (source, content) => {
  const found = read(`Before.\n\n${source}\n\nAfter.`).content
  expect(found).toBe(`Before.\n\n${content}\n\nAfter.`)
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
    ':::',
    '\n:::note',
    '{% img a.png',
    '{{< figure src="a.png" title="',
    '" >}}',
    '<Tabs>',
    '{% raw %}',
    '{% endraw %}',
    '{% highlight js %}',
    '{% endhighlight %}',
    '{% comment %}',
    '{% endcomment %}',
    '\n=== "a"\n    ',
    '<!--',
    '-->',
    '<pre>',
    '</pre>',
    '{: .a }',
    '\n> ',
    '\n- ',
    'import x from "y"',
    '\t',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...marks), { maxLength: 30 }), (pieces) => {
      const source = pieces.map((piece, index) => `${piece} word${index}x `).join('')
      const { content, notes } = read(source)
      const hidden = Array.from(source.matchAll(/<!--(?:.|\n)*?(?:-->|$)/g), ([comment]) => comment).join(' ')
      const kept = `${content} ${notes.join(' ')} ${hidden}`
      for (const index of pieces.keys()) expect(kept).toContain(`word${index}x`)
    }),
    { numRuns: 500 },
  )
})
