import { BytesToCharacters } from './bytes-to-characters.tsx'

const STEPS = [
  {
    title: 'Your browser draws random bytes',
    text: 'They come from your operating system’s cryptographic generator, the one that also makes encryption keys. No server sends them, and one password reveals nothing about the next.',
  },
  {
    title: 'Bytes become characters',
    text: 'Each byte picks one of the characters you allowed. Bytes that would favor some characters are discarded, and if a type is missing, we draw again.',
  },
  {
    title: 'Copy it. Done.',
    text: 'Paste it into your password manager or the sign-up form. Once you generate another or leave the page, your saved copy is the only one.',
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
