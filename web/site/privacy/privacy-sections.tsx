import { Link } from 'react-router'
import { AUDIT_DAYS } from '#domain/audit.ts'
import type { Brand } from '#domain/site.ts'
import { type ArticleSection, Facts } from '#web/site/article.tsx'
import { operatorSections } from './operator-section.tsx'

type Choices = {
  operator: Brand['operator']
  /** The analytics tag that the operator of this site switched on, if any. */
  analyticsId: string | null
  hasAd: boolean
  /** Whether the server's log has a line for each request. */
  logsRequests: boolean
  /** Whether visitors may ask if a password is in known leaks. */
  checksBreaches: boolean
}

/** What is true of the code, part by part; what an operator may add is told where it was added, and only there. */
export function privacySections({
  operator,
  analyticsId,
  hasAd,
  logsRequests,
  checksBreaches,
}: Choices): ArticleSection[] {
  const isAlone = analyticsId === null && !hasAd
  return [
    {
      id: 'summary',
      title: 'In short',
      body: (
        <ul>
          <li>
            Passwords that you generate or type are never sent, stored or logged. They exist in the page until
            you close it, and on your clipboard once you copy them.
          </li>
          <li>You need no account, and this site itself sets no cookies.</li>
          <li>The server counts what happens here as totals for each day, not by person.</li>
          <li>
            {isAlone
              ? 'Nothing is loaded from other sites, and nothing is passed on to anyone.'
              : 'The operator of this site has added a service of others. What that means is said below.'}
          </li>
        </ul>
      ),
    },
    ...operatorSections(operator),
    {
      id: 'browser',
      title: 'What stays in your browser',
      body: (
        <>
          <p>
            These entries are made by the page for itself. They are not sent to us; delete them whenever you
            like.
          </p>
          <Facts
            isCode
            items={[
              {
                term: 'passwordOptions',
                text: 'Local storage: your generator settings, such as the length and the kinds of character. Never a password.',
              },
              {
                term: 'generatorExtras',
                text: 'Local storage: your settings for passphrases and under “More options”. Never a password.',
              },
              { term: 'theme', text: 'Local storage: light or dark, once you have used the switch.' },
              {
                term: 'feedbackGiven',
                text: 'Session storage: that you answered “Was this helpful?”, so that you are not asked twice. Gone when you close the tab.',
              },
              {
                term: 'adminToken, adminUser',
                text: 'Local storage, for administrators who sign in only: proof of the sign-in, until they log out.',
              },
              {
                term: 'adminDevice',
                text: 'Local storage, for administrators who sign in only: a random secret by which the server recognizes this browser at the next sign-in.',
              },
            ]}
          />
          <p>
            Your browser also keeps a copy of the site’s own files, so that the generator and the checker open
            without a network.
          </p>
        </>
      ),
    },
    {
      id: 'requests',
      title: 'What leaves your browser',
      body: (
        <>
          <p>
            Beside fetching pages and the files they are made of, these are all the requests that this site
            makes to its server, and nothing else is in them:
          </p>
          <Facts
            isCode
            items={[
              {
                term: '/api/track/password-generated',
                text: (
                  <>
                    Each time a password is generated: <code>{'{"type":"single"}'}</code>, or ten times{' '}
                    <code>{'{"type":"multiple"}'}</code> for ten at once.
                  </>
                ),
              },
              {
                term: '/api/track/password-checked',
                text: (
                  <>
                    One second after you stop typing in the checker: <code>{'{"strength":67}'}</code>, the
                    percentage that you see. Neither the text nor its length.
                  </>
                ),
              },
              {
                term: '/api/track/page-view',
                text: (
                  <>
                    When you go from one page to another inside the site: <code>{'{"path":"/faq"}'}</code>.
                    The first page is counted by the server as it sends it.
                  </>
                ),
              },
              {
                term: '/api/track/feedback',
                text: (
                  <>
                    When you answer “Was this helpful?”: <code>{'{"helpful":true}'}</code> or{' '}
                    <code>{'{"helpful":false}'}</code>.
                  </>
                ),
              },
              {
                term: '/api/blog/posts',
                text: 'When you go to the blog inside the site: which page of the list, or which post, is to be shown.',
              },
              {
                term: '/api/contact',
                text: 'When you send the contact form: what you wrote in it.',
              },
            ]}
          />
          <p>
            As with any site, a request also carries your network address and the name of your browser,
            because the answer has to find its way back. What becomes of those two is described next.
          </p>
        </>
      ),
    },
    {
      id: 'counters',
      title: 'What is counted',
      body: (
        <>
          <p>
            For each day the server keeps totals: views of each page, generated passwords (single or
            multiple), checked passwords by strength in ten steps, answers to “Was this helpful?”, views left
            out because a known robot made them, and the number of different visitors. There are no entries
            for single visitors, visits or times of day, so nobody can be picked out of them.
          </p>
          <p>
            <strong>Different visitors</strong> are counted without knowing them. From your address and the
            name of your browser the server computes a keyed hash: a number that can be recognized when it
            comes again, but not turned back. The key is random, made for one day. At midnight in the server’s
            time zone the key and all hashes of the day are destroyed and only their number stays. From then
            on nobody can tell whether you came yesterday, and neither can we. The address and the name
            themselves are not stored.
          </p>
          <p>
            <strong>Global Privacy Control and Do Not Track</strong> are honored: if your browser sends one of
            these signals, the view is counted, but no hash is computed.
          </p>
        </>
      ),
    },
    {
      id: 'contact',
      title: 'If you write to us',
      body: (
        <p>
          The <Link to="/contact">contact form</Link> sends your name, email address, subject and message.
          They are stored on this server, with the time, for the administrators of this site to read and
          answer, and they stay until an administrator deletes them. To have your message deleted, or to learn
          what is stored, write through the same form. Nothing is sent before you press the button.
        </p>
      ),
    },
    {
      id: 'logs',
      title: 'Logs and limits',
      body: (
        <>
          <p>
            The server’s log says when it starts and stops and what went wrong
            {logsRequests && ', and which page was asked for when'}. It holds no visitor addresses, no browser
            names and nothing that you typed. Only whoever tries to sign in as an administrator is written
            down with a network address: in the log, and in the database for {AUDIT_DAYS} days. The network
            and the browser that an administrator signs in from are recognized by hashes, for as long.
          </p>
          <p>
            So that nobody can flood the counters or the form, the server remembers how often an address has
            called lately. That is in its working memory only and is never written down. The companies that
            carry the connection, such as your internet provider and the host of this server, can see that it
            takes place, as with every site.
          </p>
        </>
      ),
    },
    {
      id: 'others',
      title: 'Cookies and other companies',
      body: (
        <>
          <p>
            This site sets no cookies.{' '}
            {isAlone &&
              'It has no analytics tag and no advertisements switched on, so its pages ask no other site for anything. Whoever operates it can switch these on; this page then says so, in this place.'}
          </p>
          {analyticsId !== null && (
            <p>
              The operator has switched on a Google analytics tag, <code>{analyticsId}</code>. Its script
              comes from Google, which learns your address, your browser and the pages that you open, and when
              a password is generated, copied or checked and when you give feedback. Of a check it gets the
              percentage and the word, never the password or anything made from it. The script runs in an
              invisible frame that can’t read or change this page, has no access to what this site stores, and
              is removed while you type into a text field. It is denied consent to store anything, cookies
              included. What Google does with what it learns is up to Google’s own privacy policy; a content
              blocker keeps the tag away, and everything here works without it.
            </p>
          )}
          {checksBreaches && (
            <p>
              The operator lets you ask the checker whether a password is in known leaks. Only when you press
              that button, your browser sends this server the first 5 of the 40 digits of the password’s SHA-1
              hash. The server asks a leak service for all hashes that start with them, without your address,
              and passes the list on; nothing of it is stored or logged. About a thousand leaked passwords
              share any 5 digits, and nobody learns whether yours is one of them.
            </p>
          )}
          {hasAd && (
            <p>
              The operator has switched on an advertisement on the home page. It may be delivered by another
              company, which then learns your address and your browser, and may set cookies of its own if your
              browser accepts them from other sites. It is shown in a frame that can’t read or change this
              page and has no access to what this site stores. A content blocker keeps it away, and everything
              here works without it.
            </p>
          )}
        </>
      ),
    },
    {
      id: 'check',
      title: 'Check it yourself',
      body: (
        <>
          <p>Every browser on a computer can show what a page does. It takes five minutes:</p>
          <ol>
            <li>
              Open the <Link to="/">generator</Link> and then the developer tools: F12, or ⌥⌘I on a Mac.
              Choose the <strong>Network</strong> panel, switch on “Preserve log” (“Persist logs” in Firefox),
              and reload the page.
            </li>
            <li>
              Generate some passwords, then type one into the <Link to="/password-checker">checker</Link>.
              Each request appears in the list under the last part of its name. Select one and open{' '}
              <strong>Payload</strong> (“Request” in Firefox): that is all that was sent.
            </li>
            <li>
              {isAlone
                ? 'Look at the column with the domain: every request goes to this site.'
                : 'Look at the column with the domain: requests to other sites come from what the operator has added.'}{' '}
              Search the panel for your password: it is in none of them.
            </li>
            <li>
              In the <strong>Application</strong> panel (“Storage” in Firefox and Safari) look at local
              storage, session storage and cookies: there are the entries named above
              {isAlone && ', and no cookie'}.
            </li>
            <li>
              Choose “Offline” in the network panel, or switch on airplane mode, and reload. The generator and
              the checker work on, so they can’t depend on sending anything.
            </li>
          </ol>
          <p>
            What you can’t see from outside is what a server does with what it receives. That is why it
            receives so little: even a server that broke every promise on this page could learn no password
            from these requests.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Your choices, and changes to this page',
      body: (
        <p>
          To remove what your browser keeps, clear the data of this site in your browser’s settings. To keep
          out of the count of visitors, switch on Global Privacy Control. If what the site does changes, this
          page changes with it and carries a new date. For questions, <Link to="/contact">write to us</Link>.
        </p>
      ),
    },
  ]
}
