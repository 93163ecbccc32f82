import { useState } from 'react'
import { Link } from 'react-router'
import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import { formatGuesses, speakGuesses } from '#domain/passwords/verdict/format-guesses.ts'
import { type Improved, improve, type Piece } from '#domain/passwords/verdict/improve.ts'
import { levelOfGuesses } from '#domain/passwords/verdict/level.ts'
import { browserRandom } from '#web/lib/random.ts'
import { useCopy } from '#web/site/home/use-copy.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { CopyButton, CopyStatus } from '#web/ui/copy-button.tsx'
import { HIDDEN } from './password-parts.tsx'

type Props = { password: string; estimate: Estimate; isShown: boolean }

/** Offers a variant drawn at random, and a passphrase. What stays of the password is masked while the field is. */
export function StrongerVariant({ password, estimate, isShown }: Props) {
  const [improved, setImproved] = useState<Improved | null>(null)
  const { copied, copy } = useCopy('single')
  const isEvaluated = estimate.evaluated === estimate.length
  return (
    <section aria-labelledby="stronger">
      <h3 id="stronger" className="sr-only">
        Make it stronger
      </h3>
      {improved && <Difference pieces={improved.pieces} isShown={isShown} />}
      <p role="status" className="max-w-[68ch]">
        {improved && <NewEstimate before={estimate.log10Guesses} after={improved.log10Guesses} />}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isEvaluated && (
          <Button onClick={() => setImproved(improve(password, estimate, browserRandom))}>
            {improved ? 'Draw another' : 'Suggest a variant'}
          </Button>
        )}
        {improved && (
          <CopyButton
            look="primary"
            label="Copy variant"
            isCopied={copied === improved.text}
            onClick={() => copy(improved.text)}
          />
        )}
        <Link to="/#generator=passphrase" className={buttonLook()}>
          Make a passphrase instead
        </Link>
      </div>
      <CopyStatus isCopied={copied !== null} />
      {improved && (
        <p className="mt-4 max-w-[68ch] text-muted text-sm">
          The marked characters were drawn at random in your browser. Nobody remembers a password like this:
          store it in a password manager before you use it.
        </p>
      )}
    </section>
  )
}

const PIECES = {
  kept: { Tag: 'span', look: '' },
  removed: { Tag: 'del', look: 'select-none text-muted' },
  added: { Tag: 'ins', look: 'border-accent border-b-2 bg-accent-soft pb-0.5 font-semibold no-underline' },
} as const satisfies Record<Piece['kind'], { Tag: string; look: string }>

function Difference({ pieces, isShown }: { pieces: readonly Piece[]; isShown: boolean }) {
  return (
    <p translate="no" className="secret mt-3 select-all text-lg leading-loose">
      {pieces.map(({ kind, text }, index) => {
        const { Tag, look } = PIECES[kind]
        return (
          <Tag key={index} className={look}>
            {isShown || kind === 'added' ? text : HIDDEN.repeat([...text].length)}
          </Tag>
        )
      })}
    </p>
  )
}

function NewEstimate({ before, after }: { before: number; after: number }) {
  return (
    <>
      <strong className="font-semibold">
        New estimate: <span aria-hidden>{formatGuesses(after)}</span>
        <span className="sr-only">{speakGuesses(after)}</span> guesses.
      </strong>{' '}
      {levelOfGuesses(after).label}, even by someone who knows your password and how it was changed. Before:{' '}
      <span aria-hidden>{formatGuesses(before)}</span>
      <span className="sr-only">{speakGuesses(before)}</span>.
    </>
  )
}
