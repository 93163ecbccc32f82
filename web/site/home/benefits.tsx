import { Section } from './section.tsx'

const BENEFITS = [
  {
    title: 'Made where you are',
    text: 'Your own browser makes the password, with the kind of random numbers that encryption relies on. No server takes part. Load this page, switch off the network, and it goes on working.',
  },
  {
    title: 'Every password as likely as any other',
    text: 'Characters are drawn without bias, so the strength shown is a count and not a guess. Sixteen characters of all four types are one of about 10³¹ equally likely passwords.',
  },
  {
    title: 'Accepted the first time',
    text: 'Each type you switch on is in the password at least once. A sign-up form that insists on a digit and a symbol has nothing to complain about.',
  },
  {
    title: 'Fit for typing, too',
    text: 'Some passwords are read off one screen and typed on another. Leave out the characters that look alike, and 0 is never taken for O, nor 1 for l.',
  },
  {
    title: 'Ten at once',
    text: 'Setting up a classroom, a server or a family? Generate ten, copy them one by one or all together, or save them as a text file that is written on your device.',
  },
]

export function Benefits() {
  return (
    <Section
      title="What you get"
      intro="A tool that does one thing, does it where you can watch, and asks for nothing in return: no account, no price."
    >
      <dl className="divide-y divide-border">
        {BENEFITS.map(({ title, text }) => (
          <div
            key={title}
            className="grid gap-x-8 gap-y-1 py-5 first:pt-0 last:pb-0 sm:grid-cols-[13rem_1fr]"
          >
            <dt className="font-semibold leading-snug">{title}</dt>
            <dd className="max-w-[60ch] text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
