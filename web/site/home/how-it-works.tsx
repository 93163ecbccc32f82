import { BytesToCharacters } from './bytes-to-characters.tsx'

const STEPS = [
  {
    title: 'Your browser draws random bytes',
    text: 'They come from the operating system’s cryptographic generator, the one that also makes encryption keys. No server sends them, and one password tells nothing about the next.',
  },
  {
    title: 'Bytes become characters',
    text: 'Each byte picks one of the characters you allowed. A byte that would favour some of them is thrown away, and a draw that lacks one of your types is made again.',
  },
  {
    title: 'You copy it, and that is all',
    text: 'Put it into your password manager or the sign-up form. As soon as you make another one or leave the page, this one exists only where you put it.',
  },
]

export function HowItWorks() {
  return (
    <section className="mt-20 border-border border-t pt-8">
      <h2>How it works</h2>
      <ol className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title}>
            <span aria-hidden className="font-mono text-accent text-lg tabular-nums">
              {index + 1}
            </span>
            <h3 className="mt-1">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <BytesToCharacters />
    </section>
  )
}
