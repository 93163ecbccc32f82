import { Link } from 'react-router'
import { AUDIT_DAYS } from '#domain/audit.ts'
import { BREACH_CHECK_PATH } from '#domain/breach-check.ts'
import type { Brand } from '#domain/site.ts'
import { type ArticleSection, Facts } from '#web/site/article.tsx'
import { ContactFormFacts, operatorSections } from './operator-section.tsx'

type Choices = {
  operator: Brand['operator']
  /** The configured analytics tag, if any. */
  analyticsId: string | null
  hasAd: boolean
  /** Whether the access log is on. */
  logsRequests: boolean
  /** Undefined if messages are kept until deleted. */
  messageDays: number | undefined
  /** Whether the leak check is on. */
  checksBreaches: boolean
}

/** States what the code does; options appear only if the operator switched them on. */
export function privacySections({
  operator,
  analyticsId,
  hasAd,
  logsRequests,
  messageDays,
  checksBreaches,
}: Choices): ArticleSection[] {
  const isAlone = analyticsId === null && !hasAd
  const period =
    messageDays === undefined
      ? undefined
      : `, for at most ${messageDays === 1 ? 'a day' : `${messageDays} days`}`
  return [
    {
      id: 'summary',
      title: 'In short',
      body: (
        <ul>
          <li>
            Passwords you generate or type are never sent, stored, or logged. They exist on the page until you
            close it, and on your clipboard once you copy them.
          </li>
          <li>You don’t need an account, and this site itself sets no cookies.</li>
          <li>The server counts what happens here in daily totals, not per person.</li>
          <li>
            {isAlone
              ? 'Nothing is loaded from other sites, and nothing is shared with anyone.'
              : 'The operator of this site has added a third-party service. What that means is explained below.'}
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
            The page stores these entries for its own use, and you can delete them whenever you like. They’re
            never sent to us, except that administrators’ browsers send some of theirs to sign in and to work
            here.
          </p>
          <Facts
            isCode
            items={[
              {
                term: 'passwordOptions',
                text: 'Local storage: your generator settings, such as the length and the character types. Never a password.',
              },
              {
                term: 'generatorExtras',
                text: 'Local storage: your passphrase settings and those under “More options.” Never a password.',
              },
              { term: 'theme', text: 'Local storage: light or dark, once you have used the switch.' },
              {
                term: 'feedbackGiven',
                text: 'Session storage: that you answered “Was this helpful?”, so we don’t ask twice. Gone when you close the tab.',
              },
              {
                term: 'adminToken, adminUser',
                text: 'Local storage, only for administrators who sign in: proof of the sign-in, until they sign out.',
              },
              {
                term: 'adminDevice',
                text: 'Local storage, only for administrators who sign in: a random secret that lets the server recognize this browser at the next sign-in.',
              },
              {
                term: 'adminMustChangePassword, adminMustSetUpSecondStep, adminUnsavedPosts, adminEditorView, singleKeyShortcuts',
                text: 'Local storage, only for administrators who sign in: whether they must change the password or set up a second step, unsaved posts, and their choices for the editor and the keyboard.',
              },
              {
                term: 'adminReturnTo',
                text: 'Session storage, only in the admin area: the page to return to after signing in.',
              },
            ]}
          />
          <p>
            Your browser also keeps a copy of the site’s own files so the generator and the checker open
            offline.
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
            Apart from fetching pages and their files, these are all the requests this site makes to its
            server, with everything they contain:
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
                    percentage you see. Never the text or its length.
                  </>
                ),
              },
              {
                term: '/api/track/page-view',
                text: (
                  <>
                    When you go from one page to another on this site: <code>{'{"path":"/faq"}'}</code>. The
                    server counts the first page when it sends it.
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
                text: 'When you open the blog from another page of this site: which page of the list, or which post, to show.',
              },
              {
                term: '/api/contact',
                text: 'When you send the contact form: what you wrote.',
              },
              ...(checksBreaches
                ? [
                    {
                      term: BREACH_CHECK_PATH,
                      text: 'When you press “Check known leaks”: the first 5 digits of the password’s hash, as explained below.',
                    },
                  ]
                : []),
            ]}
          />
          <p>
            As with any site, each request also carries your network address, so the response can find its way
            back, and your browser’s name. The next section explains what happens to those two.
          </p>
        </>
      ),
    },
    {
      id: 'counters',
      title: 'What we count',
      body: (
        <>
          <p>
            For each day, the server keeps totals: views of each page, passwords generated (single or
            multiple), passwords checked by strength in ten steps, answers to “Was this helpful?”, views left
            out because a bot seems to have made them or a browser loaded the page in advance, where visitors
            come from, and the number of unique visitors. There are no entries for individual visitors,
            visits, or times of day, so nobody can be singled out.
          </p>
          <p>
            <strong>Unique visitors</strong> are counted without identifying anyone. From your address and
            your browser’s name, the server computes a keyed hash: a number it can recognize if it comes up
            again, but can’t turn back into the originals. The key is random and lasts one day. At midnight in
            the server’s time zone, the key and all of the day’s hashes are destroyed, and only the count
            remains. After that, nobody can tell whether you visited yesterday, not even us. The address and
            the name themselves are never stored.
          </p>
          <p>
            <strong>Where visitors come from</strong> is counted when you follow a link from another site.
            Your browser sends the address of that site: of this we keep its host, such as “example.org,” and
            drop the rest. If the link names a campaign (<code>utm_campaign</code>), such as a newsletter,
            that name is counted, too. To show how many visitors there are now, the server’s memory keeps a
            number made from the hash for five minutes.
          </p>
          <p>
            <strong>Global Privacy Control and Do Not Track</strong> are honored: if your browser sends one of
            these signals, the view counts, but no hash is computed, and it isn’t counted where you come from.
          </p>
        </>
      ),
    },
    {
      id: 'contact',
      title: 'If you write to us',
      body: (
        <>
          <p>
            The <Link to="/contact">contact form</Link> sends your name, email address, subject, and message.
            They’re stored on this server, with the time, so this site’s administrators can read and answer
            them, and they stay until an administrator deletes them
            {period}. To have your message deleted, or to find out what’s stored, use the same form. Nothing
            is sent until you press the button.
          </p>
          {operator && <ContactFormFacts operator={operator} period={period} />}
        </>
      ),
    },
    {
      id: 'logs',
      title: 'Logs and limits',
      body: (
        <>
          <p>
            The server’s log records when it starts and stops and what went wrong
            {logsRequests && ', and which page was requested when'}. It contains no visitor addresses, no
            browser names, and nothing you typed. The exceptions are what administrators do, and anyone’s
            attempts to sign in or set up the site: their network address is kept in the log, and in the
            database for {AUDIT_DAYS} days. For just as long, hashes let the server recognize the network and
            browser an administrator signs in from.
          </p>
          <p>
            To keep anyone from flooding the counters or the form, the server tracks how often each address
            has sent requests recently, in memory only. It writes down only how often an address used the form
            or tried to sign in or set up the site, under a keyed hash instead of the address, and deletes
            this after a day. As with every site, the companies that carry the connection, such as your
            internet provider and this server’s host, can see that it takes place.
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
              'Analytics and ads are off, so its pages request nothing from other sites. If the operator turns them on, this section says so.'}
          </p>
          {analyticsId !== null && (
            <p>
              The operator has turned on a Google analytics tag, <code>{analyticsId}</code>. Its script comes
              from Google, which learns your address, your browser, the pages you open, and when you generate,
              copy, or check a password or give feedback. From a check it gets the percentage and its label,
              such as “Good,” but never the password or anything else derived from it. The script runs in an
              invisible frame that can’t read or change this page, can’t access what this site stores, and is
              removed while you type in a text field. It runs without consent to store anything, so it sets no
              cookies. Google’s own privacy policy covers what Google does with the data. A content blocker
              stops the tag, and everything here works without it.
            </p>
          )}
          {checksBreaches && (
            <p>
              The operator lets you check whether a password is in known leaks. When you press that button,
              and only then, your browser sends this server the first 5 of the 40 digits of the password’s
              SHA-1 hash. The server asks a leak service for all hashes that start with them, without your
              address, and passes the list on. None of it is stored or logged. About a thousand leaked
              passwords share any 5 digits, and nobody learns whether yours is one of them.
            </p>
          )}
          {hasAd && (
            <p>
              The operator has turned on an ad on the home page. It may come from another company, which then
              learns your address and your browser and may set its own cookies if your browser accepts them
              from other sites. The ad runs in a frame that can’t read or change this page and can’t access
              what this site stores. A content blocker stops it, and everything here works without it.
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
          <p>Any desktop browser can show you what a page does. It takes five minutes:</p>
          <ol>
            <li>
              Open the <Link to="/">generator</Link>, then the developer tools: F12, or ⌥⌘I on a Mac. Choose
              the <strong>Network</strong> panel, turn on “Preserve log” (“Persist logs” in Firefox), and
              reload the page.
            </li>
            <li>
              Generate some passwords, then type one into the <Link to="/password-checker">checker</Link>.
              Each request is listed under the last part of its address. Select one and open{' '}
              <strong>Payload</strong> (“Request” in Firefox) to see everything that was sent.
            </li>
            <li>
              {isAlone
                ? 'Look at the domain column: every request goes to this site.'
                : 'Look at the domain column: requests to other sites come from what the operator has added.'}{' '}
              Search the panel for your password: you won’t find it.
            </li>
            <li>
              In the <strong>Application</strong> panel (“Storage” in Firefox and Safari), look at local
              storage, session storage, and cookies: you’ll find the entries listed above
              {isAlone && ' and no cookies'}.
            </li>
            <li>
              Choose “Offline” in the network panel, or turn on airplane mode, and reload. The generator and
              the checker still work, so they can’t depend on sending anything.
            </li>
          </ol>
          <p>
            What you can’t see from the outside is what a server does with what it receives. That’s why it
            receives so little: even a server that broke every promise on this page couldn’t learn a password
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
          To remove what your browser stores, clear this site’s data in your browser’s settings. To stay out
          of the visitor count, turn on Global Privacy Control. If what the site does changes, this page
          changes with it and gets a new date. If you have questions, <Link to="/contact">write to us</Link>.
        </p>
      ),
    },
  ]
}
