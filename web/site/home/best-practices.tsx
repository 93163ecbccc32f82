import { Link } from 'react-router'
import { Section } from './section.tsx'

export function BestPractices() {
  return (
    <Section
      title="Using passwords well"
      intro={
        <>
          Five habits, most useful first. They follow{' '}
          <span className="whitespace-nowrap">NIST SP 800-63B-4</span>, the current US guideline for
          passwords.
        </>
      }
    >
      <div className="max-w-[64ch] space-y-6">
        <Habit title="A different password for every account">
          Sites leak their password lists, and attackers try every email and password pair everywhere else. A
          password you use once opens one account. This habit matters most, and it’s why you should generate
          passwords instead of inventing them.
        </Habit>
        <Habit title="Length before complexity">
          If a password is all that protects an account, the guideline asks for at least 15 characters and
          tells sites to accept at least 64. It also tells them to drop rules such as “one capital, one
          digit.” Many sites still have those rules, and that’s what the switches above are for. Sixteen
          random characters of all types are enough for any account.
        </Habit>
        <Habit title="Let a password manager remember">
          Nobody can memorize a hundred random passwords, and nobody should try. A manager stores them and
          fills them in, but not on a fake site, where a tired person would type away. Sites must allow
          password managers and should let you paste.
        </Habit>
        <Habit title="Change a password when there is a reason">
          A date on the calendar isn’t a reason: people who have to change their password every few months
          pick weaker ones. A leak, a stolen device, or a password you’ve shared is. Then change it right
          away.
        </Habit>
        <Habit title="Add a second step">
          A passkey, a security key, or a code from an app keeps out anyone who only has your password. Start
          with your email account: anyone who reads your mail can reset almost every other password.
        </Habit>
        <p>
          <Link to="/security-tips" className="link">
            Read all security tips
          </Link>
          {' or '}
          <Link to="/password-checker" className="link">
            see how strong a password is
          </Link>
          .
        </p>
      </div>
    </Section>
  )
}

function Habit({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <p className="mt-1 text-muted">{children}</p>
    </section>
  )
}
