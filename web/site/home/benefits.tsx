import { Section } from './section.tsx'

const BENEFITS = [
  {
    title: 'Made on your device',
    text: 'Your own browser makes the password, using the same kind of random numbers that encryption relies on. No server is involved. Load this page, go offline, and it still works.',
  },
  {
    title: 'Every password as likely as any other',
    text: 'Characters are picked without bias, so the strength you see is calculated, not estimated. A password of 16 characters and all four types is one of about 10³¹, all equally likely.',
  },
  {
    title: 'Accepted the first time',
    text: 'Every type you turn on appears at least once, so a sign-up form that insists on a digit and a symbol will accept the password.',
  },
  {
    title: 'Easy to type, too',
    text: 'Sometimes you read a password off one screen and type it on another. Leave out look-alike characters, and nobody confuses 0 with O or 1 with l.',
  },
  {
    title: 'Ten at once',
    text: 'Setting up a classroom, a server, or a family? Generate ten, copy one or all of them, or save them to a text file on your device.',
  },
]

export function Benefits() {
  return (
    <Section
      title="What you get"
      intro="One tool that does one job in plain sight and asks for nothing in return. No account, no cost."
    >
      <dl className="divide-y divide-border">
        {BENEFITS.map(({ title, text }) => (
          <div key={title} className="flex flex-wrap gap-x-8 gap-y-1 py-5 first:pt-0 last:pb-0">
            <dt className="basis-52 font-semibold leading-snug">{title}</dt>
            <dd className="min-w-0 max-w-[60ch] flex-1 basis-80 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
