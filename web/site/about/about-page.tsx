import { Link } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { Article, type ArticleSection } from '#web/site/article.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

export function AboutPage() {
  const { siteName } = usePage()
  return (
    <Article
      path="/about"
      name="About"
      description={`What ${siteName} is for, how it makes and rates passwords inside your browser, and what it does to keep your visit private.`}
      heading={`About ${siteName}`}
      lead={`${siteName} makes strong passwords and tells you how strong yours are. It is free, it asks for no account, and the passwords never leave your browser.`}
      sections={SECTIONS}
      hasContents
    />
  )
}

/** Measured by `scripts/bench strength`. */
const ACCURACY = [
  { estimator: 'Our estimate', used: '.90', cracked: '.93', eachOnce: '.85' },
  { estimator: 'zxcvbn', used: '.80', cracked: '.91', eachOnce: '.84' },
  { estimator: 'zxcvbn-ts', used: '.81', cracked: '.90', eachOnce: '.84' },
  { estimator: 'The six criteria', used: '.80', cracked: '.74', eachOnce: '.49' },
]

const ACCURACY_COLUMNS: Column<(typeof ACCURACY)[number]>[] = [
  { title: 'Estimator', show: ({ estimator }) => estimator },
  { title: 'Most used first', isNumber: true, show: ({ used }) => used },
  { title: 'Cracking order', isNumber: true, show: ({ cracked }) => cracked },
  { title: 'Each password once', isNumber: true, show: ({ eachOnce }) => eachOnce },
]

const SECTIONS: ArticleSection[] = [
  {
    id: 'mission',
    title: 'Our mission',
    body: (
      <>
        <p>
          Most break-ins into accounts begin with a password that was short, easy to guess or used in two
          places. A good password has to be long, random and new for every account, and that is exactly what
          people are bad at making up and computers are good at.
        </p>
        <p>
          We want a strong password to be one click away for everyone, on any device, without paying for it
          with money, an account or personal data. And we want to be plain about the limits: a password is one
          part of keeping an account safe, so the <Link to="/security-tips">security tips</Link> cover the
          other parts too.
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
          the kinds of character you want; it draws every character with the browser’s own cryptographic
          random source. Numbers that would make some characters a little more likely than others are thrown
          away and drawn again. If a password lacks one of the kinds you asked for, the whole password is
          drawn again, so that every password your settings allow is equally likely.
        </p>
        <p>
          <strong>The passphrase generator</strong> draws words from the long list of the Electronic Frontier
          Foundation in the same way. It has 7,776 words, so each word adds 12.9 bits.
        </p>
        <p>
          <strong>The checker</strong> reads what you type as you type it, also inside the page, and gives two
          verdicts. The first looks at six things: at least 12 characters, uppercase letters, lowercase
          letters, numbers, special characters, and the absence of a few very common patterns. It is a quick
          check of the form of a password; we say{' '}
          <Link to="/security-tips#our-checker">where it falls short</Link>. The second is{' '}
          <a href="#estimate">an estimate of the guesses it takes</a>.
        </p>
        <p>
          Your generator settings are remembered in your own browser, and so is your choice of the light or
          dark theme. A password is not: close the page, and it is gone.
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
          Someone who wants your password doesn’t try characters at random. They begin with passwords that
          leaked elsewhere, most used first, then with words, names, dates and keyboard patterns, varied as
          people vary them. The estimate asks how late in that order yours comes.
        </p>
        <ol>
          <li>
            A password that is among the 20,000 most used in known leaks gets its place in that list, with a
            factor for capitals.
          </li>
          <li>
            Any other is divided into parts: known passwords, words and names, also with look-alikes such as @
            for a or written backwards, keys in a row, sequences, repeats, dates and years. What is left is
            rated character by character, by how often leaked passwords have that character after the four
            before it. Of all divisions the one that takes the fewest guesses counts, and it is the
            explanation that you see.
          </li>
          <li>
            A part is never rated higher than random characters of its kinds, and a passphrase of listed words
            never higher than the number of such passphrases.
          </li>
        </ol>
        <p>
          The lists come from Django’s password list (made from Have I Been Pwned) and from zxcvbn and
          zxcvbn-ts; the words of passphrases from the EFF. They are 240 kB, fetched when you first use the
          checker and then kept for offline visits.
        </p>
        <h3>How good it is</h3>
        <p>
          We compare estimates with the order in which passwords of the LinkedIn leak were used or cracked (
          <a href="https://github.com/RUB-SysSec/Password-Strength-Meter-Accuracy" rel="noreferrer">
            Golla and Dürmuth, 2018
          </a>
          ). The figure is the weighted rank correlation: 1 is the same order, 0 is chance.
        </p>
        <Table
          caption="Rank correlation with the LinkedIn leak"
          columns={ACCURACY_COLUMNS}
          rows={ACCURACY}
          keyOf={({ estimator }) => estimator}
        />
        <p>
          These lists come from leaks, and probably include passwords of that leak, as zxcvbn’s do; so all
          three estimators look somewhat better here than they are. Expect the estimate to be off by a factor
          of 20 in either direction.
        </p>
        <h3>What it can’t know</h3>
        <p>
          Whether you use the password elsewhere, whether a site that knows it was broken into, whether
          someone watches you type, and whether it is your dog’s name. It knows English best: words and names
          of other languages are found only if they are common as passwords. And a generated password may look
          like a pattern by chance; the exact bits beside the generator are right, then.
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
          No password that you generate or type is sent, stored or logged anywhere. What this site sends to
          its server are anonymous counts: that a password was generated, that one was checked and with what
          percentage, and which page was opened. The server adds them to totals for the day.
        </p>
        <p>
          You don’t have to take our word for it. The <Link to="/privacy">privacy policy</Link> lists every
          request that these pages make and shows how to watch them in your browser’s developer tools.
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
          random source that browsers provide for cryptographic keys, never from <code>Math.random</code>.
        </li>
        <li>
          <strong>Unbiased selection.</strong> Every character of the chosen set has the same chance at every
          place, and every allowed password has the same chance as any other.
        </li>
        <li>
          <strong>A strict content security policy.</strong> Each page tells the browser exactly which scripts
          may run. A script that someone managed to smuggle into the page would be refused.
        </li>
        <li>
          <strong>No account and no vault.</strong> We hold no passwords, so none can be stolen from us.
        </li>
        <li>
          <strong>It works without a network.</strong> After your first visit the generator and the checker
          keep working offline, which is the simplest proof that they need no server.
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
            Use a different password for every account, at least 15 characters long, and let a generator
            choose it.
          </li>
          <li>
            Keep passwords in a password manager, so that you need to remember only one, and let it fill them
            in: it will not be fooled by a look-alike address.
          </li>
          <li>
            Turn on a second factor or a passkey wherever it is offered, beginning with your email account,
            since that is where the others are reset.
          </li>
        </ol>
        <p>
          The <Link to="/security-tips">security tips</Link> give the reasons, following current guidance from
          the U.S. National Institute of Standards and Technology. Questions that come up often are answered
          in the <Link to="/faq">FAQ</Link>, and you can <Link to="/contact">write to us</Link> about anything
          else.
        </p>
      </>
    ),
  },
]
