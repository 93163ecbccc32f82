import { characterSets } from '#domain/passwords/character-types.ts'
import { defaultPasswordOptions } from '#domain/passwords/options.ts'
import { ColoredPassword } from './colored-password.tsx'

const POOL = characterSets(defaultPasswordOptions).join('')
const BYTES = [0x9e, 0x41, 0x87, 0x5c, 0x37, 0x2b, 0xd3, 0x1a, 0xe1, 0x0c]
// Seven bits are the minimum for 88 characters.
const MASK = 127

/** Illustrates how bytes become characters. */
export function BytesToCharacters() {
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
