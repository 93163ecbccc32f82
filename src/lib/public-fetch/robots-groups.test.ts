import { expect, test } from 'bun:test'
import { createRobots } from './robots.ts'

const GROUPS = `allow: /foo/bar/

user-agent: Passwright
disallow: /
allow: /x/
user-agent: BarBot
disallow: /
allow: /y/


allow: /w/
user-agent: BazBot

user-agent: Passwright
allow: /z/
disallow: /`

const OURS = 'user-agent: passwright\n'

/**
 * Results of Google's parser, but with letters decoded (RFC 9309, 2.2.2), and without its additions: `/index.html` for
 * folders, lines over 16 kB, and truncated byte order marks.
 */
const CASES: [name: string, robots: string, allowed: string[], refused: string[]][] = [
  ['nothing', '', ['/'], []],
  ['a web page in its place', '<!doctype html><title>Not found</title>', ['/'], []],
  ['rules without a user agent', 'Disallow: /', ['/'], []],
  [
    'our name among others',
    'User-agent: a\nUser-agent: passwright\nUser-agent: b\nDisallow: /x',
    ['/'],
    ['/x'],
  ],
  ['a line of each kind', `${OURS}disallow: /`, [], ['/x/y']],
  ['lines of unknown kinds', 'foo: Passwright\nbar: /', ['/x/y'], []],
  ['lines without a colon', 'user-agent Passwright\ndisallow /', [], ['/x/y']],
  ['a misspelled user agent', 'useragent: passwright\ndisallow: /', [], ['/x/y']],
  ['a user agent in two words', 'user agent: passwright\ndisallow: /', [], ['/x/y']],
  ['a misspelled rule', `${OURS}dissalow: /a\ndisalow: /b\ndiasllow: /c`, ['/'], ['/a', '/b', '/c']],
  ['two groups with one name', GROUPS, ['/x/b', '/z/d'], ['/y/c', '/w/a', '/foo/bar/']],
  ['names in another case', 'uSeR-aGeNt: PASSwright\nAlLoW: /x/\ndIsAlLoW: /', ['/x/y'], ['/a/b']],
  [
    'extra words after the name',
    'User-Agent: Passwright Crawler 2\nAllow: /x/\nDisallow: /',
    ['/x/y'],
    ['/a'],
  ],
  [
    'extra words after the name, and everyone',
    'User-Agent: *\nDisallow: /\nUser-Agent: Passwright Bar\nAllow: /x/\nDisallow: /',
    ['/x/y'],
    ['/a'],
  ],
  ['a version after the name', 'User-agent: passwright/2.1\nDisallow: /a', ['/'], ['/a']],
  ['a longer name', 'User-agent: passwright-news\nDisallow: /a', ['/a'], []],
  ['a shorter name', 'User-agent: pass\nDisallow: /a', ['/a'], []],
  ['everyone, with extra words', 'User-agent: * all of you\nDisallow: /a', ['/'], ['/a']],
  ['a name with a leading *', 'User-agent: *bot\nDisallow: /a', ['/a'], []],
  ['everyone before our name', `user-agent: *\nallow: /\n${OURS}disallow: /`, [], ['/x/y']],
  ['only others', 'user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /', ['/x/y'], []],
  ['a path in lower case', `${OURS}disallow: /x/`, ['/X/y'], ['/x/y']],
  ['a path in upper case', `${OURS}disallow: /X/`, ['/x/y'], ['/X/y']],
  ['a longer refusal', `${OURS}disallow: /x/page.html\nallow: /x/`, [], ['/x/page.html']],
  ['a longer permission', `${OURS}allow: /x/page.html\ndisallow: /x/`, ['/x/page.html'], ['/x/']],
  ['rules without a path', `${OURS}disallow: \nallow: `, ['/x/page.html'], []],
  ['equal rules', `${OURS}disallow: /\nallow: /`, ['/x/page.html'], []],
  ['a rule with a slash more', `${OURS}disallow: /x\nallow: /x/`, ['/x/'], ['/x']],
  ['equal rules for one page', `${OURS}disallow: /x/page.html\nallow: /x/page.html`, ['/x/page.html'], []],
  ['a longer wildcard refusal', `${OURS}allow: /page\ndisallow: /*.html`, ['/page'], ['/page.html']],
  ['a shorter wildcard', `${OURS}allow: /x/page.\ndisallow: /*.html`, ['/x/page.html'], ['/x/y.html']],
  [
    'our group has no rule for the page',
    `User-agent: *\nDisallow: /x/\n${OURS}Disallow: /y/`,
    ['/x/page'],
    ['/y/page'],
  ],
  [
    'our group closes one part, everyone’s all',
    `user-agent: *\ndisallow: /\n\n${OURS}disallow: /p`,
    ['/'],
    ['/p'],
  ],
  ['our group is empty', `user-agent: *\ndisallow: /\n\n${OURS}`, ['/'], []],
  ['our group lets us in everywhere', `${OURS}disallow:\n\nuser-agent: *\ndisallow: /`, ['/x'], []],
  [
    'a query with addresses',
    `${OURS}Disallow: /\nAllow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par`,
    ['/foo/bar?qux=taz&baz=http://foo.bar?tar&par'],
    ['/foo/bar'],
  ],
  [
    'letters beyond ASCII',
    `${OURS}Disallow: /\nAllow: /foo/bar/ツ`,
    ['/foo/bar/%E3%83%84', '/foo/bar/ツ'],
    ['/'],
  ],
  ['encoded letters', `${OURS}Disallow: /\nAllow: /foo/bar/%E3%83%84`, ['/foo/bar/%E3%83%84'], ['/']],
  [
    'letters that need no encoding',
    `${OURS}Disallow: /\nAllow: /foo/bar/%62%61%7A`,
    ['/foo/bar/%62%61%7A', '/foo/bar/baz', '/foo/bar/%62az'],
    ['/foo/bar/%2Fbaz'],
  ],
  [
    'a wildcard',
    `${OURS}Disallow: /foo/bar/quz\nAllow: /foo/*/qux`,
    ['/foo/qux', '/foo/x/qux'],
    ['/foo/bar/quz'],
  ],
  ['an end', `${OURS}Disallow: /foo/bar$\nAllow: /foo/bar/qux`, ['/foo/bar/qux', '/foo/bar/'], ['/foo/bar']],
  [
    'comments',
    `# x\n${OURS}Disallow: # /foo\nAllow: /bar # /\nDisallow: /foo/quz#qux`,
    ['/foo'],
    ['/foo/quz'],
  ],
  [
    'a prefix',
    `${OURS}disallow: /fish`,
    ['/Fish.asp', '/catfish'],
    ['/fish', '/fish.html', '/fish?id=1', '/fishheads'],
  ],
  [
    'a prefix with a trailing *',
    `${OURS}disallow: /fish*`,
    ['/Fish.asp', '/catfish'],
    ['/fish', '/fish/salmon', '/fish.php?id'],
  ],
  [
    'a folder',
    `${OURS}disallow: /fish/`,
    ['/fish', '/fish.html', '/Fish/a'],
    ['/fish/', '/fish/salmon', '/fish/?id=1'],
  ],
  [
    'a suffix anywhere',
    `${OURS}disallow: /*.php`,
    ['/', '/windows.PHP'],
    ['/a.php', '/f/a.php?b', '/f/any.php.file'],
  ],
  ['a suffix', `${OURS}disallow: /*.php$`, ['/a.php?b', '/a.php/', '/a.php5'], ['/a.php', '/f/a.php']],
  [
    'a prefix and a suffix',
    `${OURS}disallow: /fish*.php`,
    ['/Fish.PHP'],
    ['/fish.php', '/fishheads/catfish.php?b'],
  ],
  ['characters that addresses keep', `${OURS}disallow: /a[b]|c`, ['/a'], ['/a[b]|c', '/a%5Bb%5D%7Cc']],
  [
    'other lines inside a group',
    `user-agent: *\nsitemap: https://a.example/\ncrawl-delay: 9\ndisallow: /a`,
    ['/'],
    ['/a'],
  ],
  [
    'all kinds of line endings',
    'user-agent: *\r\ndisallow: /a\rdisallow: /b\n\r\ndisallow: /c',
    ['/'],
    ['/a', '/b', '/c'],
  ],
  ['a byte order mark', '\ufeffuser-agent: *\ndisallow: /a', ['/'], ['/a']],
]

test.each(CASES)('robots.txt with %s', async (_, robots, allowed, refused) => {
  const load = async () => ({ status: 200, body: Buffer.from(robots) })
  const { check } = createRobots({ token: 'Passwright', load })
  const never = new AbortController().signal
  const isRefused = async (path: string) =>
    (await check(new URL(`https://site.example${path}`), [], never)) !== null
  const judged = async (paths: string[]) =>
    await Promise.all(paths.map(async (path) => `${path} ${await isRefused(path)}`))
  expect(await judged(allowed)).toEqual(allowed.map((path) => `${path} false`))
  expect(await judged(refused)).toEqual(refused.map((path) => `${path} true`))
})
