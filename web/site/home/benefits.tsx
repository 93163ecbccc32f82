import { Section } from './section.tsx'

const BENEFITS = [
  {
    title: 'Made on your device',
    text: 'Your own browser makes the password, with the kind of random numbers that encryption relies on. No server takes part. Load this page, go offline, and it still works.',
  },
  {
    title: 'Every password as likely as any other',
    text: 'Characters are drawn without bias, so the strength shown is calculated, not estimated. Sixteen characters of all four types are one of about 10³¹ equally likely passwords.',
  },
  {
    title: 'Accepted the first time',
    text: 'Each type you switch on is in the password at least once. A sign-up form that insists on a digit and a symbol will accept it.',
  },
  {
    title: 'Easy to type, too',
    text: 'Some passwords are read off one screen and typed on another. Leave out the characters that look alike, and nobody confuses 0 with O or 1 with l.',
  },
  {
    title: 'Ten at once',
    text: 'Setting up a classroom, a server or a family? Generate ten, copy one or all, or save them to a text file on your device.',
  },
]

export function Benefits() {
  return (
    <Section
      title="What you get"
      intro="A tool that does one thing, does it in plain sight, and asks for nothing in return: no account, no cost."
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
