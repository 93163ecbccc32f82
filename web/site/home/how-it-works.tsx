import { characterSets } from '#domain/passwords/character-types.ts'
import { defaultPasswordOptions } from '#domain/passwords/options.ts'
import { ColoredPassword } from './colored-password.tsx'

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

const POOL = characterSets(defaultPasswordOptions).join('')
const BYTES = [0x9e, 0x41, 0x87, 0x5c, 0x37, 0x2b, 0xd3, 0x1a, 0xe1, 0x0c]
// Seven bits are the minimum for 88 characters.
const MASK = 127

/** Illustrates how bytes become characters. */
function BytesToCharacters() {
  return (
    <figure className="mt-10 grid items-center gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <ol
        aria-hidden
        className="grid grid-cols-[repeat(auto-fit,minmax(1.4rem,1fr))] gap-y-2 rounded-card border border-border bg-surface px-2 py-4 font-mono"
      >
        {BYTES.map((byte) => (
          <Pick key={byte} byte={byte} character={POOL.charAt(byte & MASK)} />
        ))}
      </ol>
      <figcaption className="text-muted text-sm">
        Ten bytes and the characters that their last seven bits pick from the pool of {POOL.length}. These
        bits go up to 127, so a byte that points past the last character is discarded and the next one is
        drawn.
      </figcaption>
    </figure>
  )
}

function Pick({ byte, character }: { byte: number; character: string }) {
  return (
    <li className="grid justify-items-center gap-2">
      <span className={`text-muted text-sm ${character === '' ? 'line-through' : ''}`}>
        {byte.toString(16).padStart(2, '0')}
      </span>
      <span className="h-5 border-control border-l" />
      <span className="h-7 text-xl">
        <ColoredPassword password={character} />
      </span>
    </li>
  )
}
