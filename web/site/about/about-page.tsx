import { Link } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { Article, type ArticleSection } from '#web/site/article.tsx'

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
          <strong>The checker</strong> reads what you type as you type it, also inside the page. It looks at
          six things: at least 12 characters, uppercase letters, lowercase letters, numbers, special
          characters, and the absence of a few very common patterns. The result is a percentage and a word. It
          is a quick check of the form of a password, not proof of its strength; we say{' '}
          <Link to="/security-tips#our-checker">where it falls short</Link>.
        </p>
        <p>
          Your generator settings are remembered in your own browser, and so is your choice of the light or
          dark theme. A password is not: close the page, and it is gone.
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
