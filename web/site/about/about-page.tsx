import { Link } from 'react-router'
import { CORRELATIONS, DATA_SIZE, USUAL_ERROR } from '#domain/passwords/verdict/accuracy.ts'
import { usePage } from '#web/lib/page.tsx'
import { Article, type ArticleSection } from '#web/site/article.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

export function AboutPage() {
  const { siteName } = usePage()
  return (
    <Article
      path="/about"
      name="About"
      description={`What ${siteName} is for, how it generates and rates passwords in your browser, and how it keeps your visit private.`}
      heading={`About ${siteName}`}
      lead={`${siteName} generates strong passwords and tells you how strong yours are. It’s free, you don’t need an account, and passwords never leave your browser.`}
      sections={SECTIONS}
      hasContents
    />
  )
}

const CORRELATION_COLUMNS: Column<(typeof CORRELATIONS)[number]>[] = [
  { title: 'Estimator', show: ({ estimator }) => estimator },
  { title: 'Most used first', isNumber: true, show: ({ used }) => used },
  { title: 'Cracking order', isNumber: true, show: ({ cracked }) => cracked },
  { title: 'Each password once', isNumber: true, show: ({ eachOnce }) => eachOnce },
]

const SOURCES = [
  {
    source: 'Django',
    data: 'The 20,000 most used passwords, counted by Have I Been Pwned',
    license: 'BSD 3-Clause',
  },
  { source: 'zxcvbn', data: 'English names', license: 'MIT' },
  { source: 'zxcvbn-ts', data: 'Common passwords, and words of thirteen languages', license: 'MIT' },
  { source: 'Faker', data: 'Names in forty languages', license: 'MIT' },
  { source: 'Unicode CLDR', data: 'Everyday words for things that have an emoji', license: 'Unicode 3.0' },
  { source: 'Stopwords ISO', data: 'Function words', license: 'MIT' },
  { source: 'BIP 39', data: 'Passphrase words of ten languages', license: 'MIT' },
  { source: 'EFF', data: 'The words of its long passphrase list', license: 'CC BY' },
]

const SOURCE_COLUMNS: Column<(typeof SOURCES)[number]>[] = [
  { title: 'Source', show: ({ source }) => source },
  { title: 'What it has', show: ({ data }) => data },
  { title: 'License', show: ({ license }) => license },
]

const SECTIONS: ArticleSection[] = [
  {
    id: 'mission',
    title: 'Our mission',
    body: (
      <>
        <p>
          Most account break-ins start with a password that was short, easy to guess, or used in two places. A
          good password is long, random, and new for every account. People are bad at making up passwords like
          that, and computers are good at it.
        </p>
        <p>
          We want a strong password to be one click away for everyone, on any device, without paying for it in
          money, sign-ups, or personal data. And we want to be clear about the limits: a password is only one
          part of keeping an account safe, so the <Link to="/security-tips">security tips</Link> cover the
          other parts, too.
        </p>
      </>
    ),
  },
  {
    id: 'how-it-works',
    title: 'How it works',
    body: (
      <>
        <p>
          <strong>The generator</strong> runs in your browser. You choose a length from 8 to 64 characters and
          the character types you want, and it picks every character with the browser’s own cryptographic
          random source. Random numbers that would make some characters slightly more likely than others are
          discarded and drawn again. If a password is missing one of your types, the whole password is drawn
          again, so every password your settings allow is equally likely.
        </p>
        <p>
          <strong>The passphrase generator</strong> picks words the same way from the Electronic Frontier
          Foundation’s long list. The list has 7,776 words, so each word adds 12.9 bits.
        </p>
        <p>
          <strong>The checker</strong> also runs in the page. It reads your password as you type and gives two
          results. The first looks at six things: at least 12 characters, uppercase letters, lowercase
          letters, numbers, special characters, and none of a few very common patterns. It’s a quick check of
          a password’s form, and we explain <Link to="/security-tips#our-checker">where it falls short</Link>.
          The second is <a href="#estimate">an estimate of the guesses an attacker needs</a>.
        </p>
        <p>
          Your browser remembers your generator settings and your choice of the light or dark theme. It
          doesn’t remember passwords: close the page, and they’re gone.
        </p>
      </>
    ),
  },
  {
    id: 'estimate',
    title: 'How we estimate guesses',
    body: (
      <>
        <p>
          Attackers don’t try characters at random. They start with passwords that leaked elsewhere, most used
          first, and go on to words, names, dates, and keyboard patterns, with the variations people use. The
          estimate tells you how far down that order your password comes.
        </p>
        <ol>
          <li>
            A password that’s among the 20,000 most used in known leaks gets its rank in that list, multiplied
            by a factor for capitals.
          </li>
          <li>
            Any other password is split into parts: known passwords, words, and names (including look-alikes
            such as @ for a, and reversed ones), keys in a row, sequences, repeats, dates, and years. The rest
            is rated character by character, by how often leaked passwords have that character after the four
            before it. The split that takes the fewest guesses counts, and it’s the explanation you see.
          </li>
          <li>
            Words that you say others know about you count as the first hundred guesses, with their usual
            changes: capitals, look-alikes, backward, joined, and with a year or a few digits.
          </li>
          <li>
            No part is rated higher than random characters of the same types, and a passphrase of listed words
            is never rated higher than the number of such passphrases.
          </li>
        </ol>
        <p>
          A level says which attacks a password withstands for ten years, at the rates of today’s graphics
          cards. No level says that a password withstands all of them if we found no pattern and it doesn’t
          look drawn at random.
        </p>
        <h3>Where the data comes from</h3>
        <p>
          Your browser downloads the lists, {DATA_SIZE} in total, when you first use the checker, and keeps
          them for offline visits. Words of 41 languages follow with the first character, at most 12 kB each.
          The lists are built from these sources, whose licenses allow it:
        </p>
        <Table
          caption="Sources and licenses of the lists"
          columns={SOURCE_COLUMNS}
          rows={SOURCES}
          keyOf={({ source }) => source}
        />
        <h3>What a list that anyone can read gives an attacker</h3>
        <p>
          Anyone can download our lists, attackers included. They gain nothing from it: they have larger ones,
          straight from the leaks, and start with them. It does mean that you shouldn’t look for a password
          that our lists lack. Theirs may have it.
        </p>
        <p>
          A passphrase from a public list loses nothing. Its strength comes from the draw, not from the words:
          when we count its guesses, we assume that the attacker knows the list, the number of words, and the
          separator.
        </p>
        <h3>How accurate it is</h3>
        <p>
          We compare estimates with the order in which passwords from the LinkedIn leak were used or cracked (
          <a href="https://github.com/RUB-SysSec/Password-Strength-Meter-Accuracy" rel="noreferrer">
            Golla and Dürmuth, 2018
          </a>
          ). The figure is the weighted rank correlation: 1 means the same order, 0 means chance.
        </p>
        <Table
          caption="Rank correlation with the LinkedIn leak"
          columns={CORRELATION_COLUMNS}
          rows={CORRELATIONS}
          keyOf={({ estimator }) => estimator}
        />
        <p>
          Our lists come from leaks and probably include passwords from that one, as do zxcvbn’s, so all three
          estimators look somewhat better here than they are. {USUAL_ERROR}
        </p>
        <h3>What it can’t know</h3>
        <p>
          It can’t know whether you use the password elsewhere, whether a site that has it was broken into,
          whether someone watches you type, or, unless you enter it, whether it’s your dog’s name. It knows
          English best. If it finds no pattern, that proves nothing about a password that you made up: assume
          that it’s weaker than the estimate. And a generated password can look like a pattern by chance. In
          that case, trust the exact bits next to the generator.
        </p>
      </>
    ),
  },
  {
    id: 'privacy',
    title: 'Privacy',
    body: (
      <>
        <p>
          No password you generate or type is ever sent, stored, or logged. On its own, this site sends only
          anonymous counts to its server: that a password was generated, that one was checked and with what
          percentage, and which page was opened. The server adds them to the day’s totals. Anything else, such
          as a message to us, is sent only when you press a button.
        </p>
        <p>
          Don’t take our word for it. The <Link to="/privacy">privacy policy</Link> lists every request this
          site makes and shows how to watch them in your browser’s developer tools.
        </p>
      </>
    ),
  },
  {
    id: 'security-features',
    title: 'Security features',
    body: (
      <ul>
        <li>
          <strong>Secure randomness.</strong> Passwords come from <code>crypto.getRandomValues</code>, the
          random source that browsers provide for cryptographic keys. They never come from{' '}
          <code>Math.random</code>.
        </li>
        <li>
          <strong>Unbiased selection.</strong> Characters are picked without bias, and every password your
          settings allow is as likely as any other.
        </li>
        <li>
          <strong>A strict content security policy.</strong> Each page tells the browser exactly which scripts
          may run. The browser blocks any script that someone manages to inject.
        </li>
        <li>
          <strong>No account and no vault.</strong> We don’t have your passwords, so nobody can steal them
          from us.
        </li>
        <li>
          <strong>It works offline.</strong> After your first visit, the generator and the checker work
          offline. That’s the simplest proof that they don’t need a server.
        </li>
      </ul>
    ),
  },
  {
    id: 'best-practices',
    title: 'Best practices',
    body: (
      <>
        <p>Three habits do most of the work:</p>
        <ol>
          <li>
            Use a different password for every account, make it at least 15 characters long, and let a
            generator choose it.
          </li>
          <li>
            Keep your passwords in a password manager so you only have to remember one, and let it fill them
            in: a look-alike address won’t fool it.
          </li>
          <li>
            Turn on a second factor or a passkey wherever you can, starting with your email account, because
            it can reset all the others.
          </li>
        </ol>
        <p>
          The <Link to="/security-tips">security tips</Link> explain why, following current guidance from the
          US National Institute of Standards and Technology. The <Link to="/faq">FAQ</Link> answers common
          questions, and you can <Link to="/contact">write to us</Link> about anything else.
        </p>
      </>
    ),
  },
]
