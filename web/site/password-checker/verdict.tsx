import { memo, useState } from 'react'
import { Link } from 'react-router'
import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import { USUAL_ERROR } from '#domain/passwords/verdict/accuracy.ts'
import {
  ATTACKS,
  DURATIONS,
  describeDuration,
  holdsAgainst,
  isLong,
} from '#domain/passwords/verdict/attacks.ts'
import { formatGuesses, roundRank, speakGuesses } from '#domain/passwords/verdict/format-guesses.ts'
import {
  describeNothingFound,
  LEVEL_CRITERION,
  type Level,
  levelOf,
  RANK_MAX,
} from '#domain/passwords/verdict/level.ts'
import { sentenceOf } from '#domain/passwords/verdict/sentence.ts'
import { suggest } from '#domain/passwords/verdict/suggest.ts'
import type { EstimateState } from '#web/lib/estimate/use-estimate.ts'
import { Remark } from '#web/ui/notice.tsx'
import { PartsPicture, PasswordParts } from './password-parts.tsx'
import { StrongerVariant } from './stronger-variant.tsx'
import { Summary } from './summary.tsx'

type Props = { isEmpty: boolean; state: EstimateState; isShown: boolean }

/** How soon the password is guessed and what to do about it; the reasons are folded. */
export function Verdict({ isEmpty, state, isShown }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="estimate" className="mt-4 min-h-40 noscript:hidden">
      <h2 id="estimate" className="sr-only">
        How soon attackers would guess it
      </h2>
      {isEmpty && <p className="text-muted">See how soon it would be guessed, and why, as you type.</p>}
      {!isEmpty && state.kind === 'loading' && <p className="text-muted">Estimating…</p>}
      {!isEmpty && state.kind === 'failed' && (
        <p>The estimate didn’t load. Check your connection, then change a character to try again.</p>
      )}
      {!isEmpty && state.kind === 'ready' && (
        <div aria-busy={!state.isCurrent} className={state.isCurrent ? '' : 'opacity-60'}>
          <Result
            password={state.password}
            estimate={state.estimate}
            isShown={isShown}
            isOpen={isOpen}
            onToggle={setIsOpen}
          />
        </div>
      )}
    </section>
  )
}

type ResultProps = {
  password: string
  estimate: Estimate
  isShown: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** Rerenders on new estimates only, not on each key. */
const Result = memo(function Result({ password, estimate, isShown, isOpen, onToggle }: ResultProps) {
  const { log10Guesses, listed } = estimate
  const level = levelOf(estimate)
  const nothingFound = describeNothingFound(estimate)
  const advice = suggest(estimate)
  return (
    <>
      <p
        className={`text-balance font-semibold text-lg leading-snug tracking-tight sm:text-2xl ${COLORS[level.look]}`}
      >
        {sentenceOf(estimate)}
      </p>
      {advice && <p className="mt-2 max-w-[68ch]">{advice}</p>}
      {level.rank < RANK_MAX && (
        <StrongerVariant key={password} password={password} estimate={estimate} isShown={isShown} />
      )}
      <details
        open={isOpen}
        onToggle={(event) => onToggle(event.currentTarget.open)}
        className="group mt-6 border-border border-t pt-4"
      >
        <Summary>How we know</Summary>
        <Guesses log10Guesses={log10Guesses} level={level} />
        <div className="mt-5">
          <PartsPicture password={password} estimate={estimate} isShown={isShown} />
          <TimeLine log10Guesses={log10Guesses} />
          <p className="mt-1 text-muted text-sm">{LEVEL_CRITERION}</p>
        </div>
        <div className="mt-6 grid gap-3 empty:hidden">
          {listed && (
            <p className="font-medium">
              One of the {roundRank(listed.rank).toLocaleString('en')} most used passwords in known leaks.
            </p>
          )}
          {nothingFound && <Remark>{nothingFound}</Remark>}
        </div>
        <div className="mt-6 grid gap-x-14 gap-y-6 lg:grid-cols-2">
          <Attacks log10Guesses={log10Guesses} />
          <PasswordParts password={password} estimate={estimate} isShown={isShown} />
        </div>
        <p className="mt-6 max-w-[68ch] text-muted text-sm">
          {USUAL_ERROR} The estimate can’t tell whether you use the password elsewhere, type it into a fake
          site, or picked something that others know about you.{' '}
          <Link to="/about#estimate" className="link">
            How it works
          </Link>
        </p>
      </details>
    </>
  )
})

const COLORS = { weak: 'text-weak', fair: '', info: '', good: 'text-good' }

function Guesses({ log10Guesses, level }: { log10Guesses: number; level: Level }) {
  return (
    <div className="mt-2">
      <p className="font-semibold text-lg">{level.label}</p>
      <p className="tabular-nums">
        <span aria-hidden>{formatGuesses(log10Guesses)}</span>
        <span className="sr-only">{speakGuesses(log10Guesses)}</span> guesses
      </p>
    </div>
  )
}

function Attacks({ log10Guesses }: { log10Guesses: number }) {
  return (
    <dl className="@container grid content-start divide-y divide-border">
      {ATTACKS.map((attack, index) => (
        <div
          key={attack.name}
          className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 py-2 wrap-anywhere first:pt-0"
        >
          <AttackNumber index={index} log10Guesses={log10Guesses} />
          <dt className="contents">
            {attack.name}
            <span className="col-span-2 col-start-2 row-start-2 text-pretty text-muted text-sm">
              {attack.example}: {attack.rate}
            </span>
          </dt>
          <dd className="col-start-3 row-start-1 text-right font-medium @max-[16rem]:col-start-2 @max-[16rem]:row-start-3 @max-[16rem]:text-left">
            {describeDuration(log10Guesses, attack)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** One line of time from 'at once' to 'never', with the number of each attack where it succeeds. */
function TimeLine({ log10Guesses }: { log10Guesses: number }) {
  const marks = ATTACKS.map((attack, index) => ({ index, duration: describeDuration(log10Guesses, attack) }))
  return (
    <div aria-hidden className="@container">
      <div className="mt-3 grid grid-cols-9 gap-x-0.5 gap-y-1 text-muted text-sm">
        {DURATIONS.map(({ text }) => (
          <div key={text} className="flex flex-wrap-reverse content-start justify-center gap-0.5">
            {marks
              .filter(({ duration }) => duration === text)
              .map(({ index }) => (
                <AttackNumber key={index} index={index} log10Guesses={log10Guesses} />
              ))}
          </div>
        ))}
        {DURATIONS.map((duration) => (
          <div
            key={duration.text}
            className={`h-2 ${isLong(duration) ? 'bg-good' : 'bg-weak forced-colors:bg-track'}`}
          />
        ))}
        <span className="col-span-3">at once</span>
        <span className="col-span-2 col-start-6 justify-self-center whitespace-nowrap @max-[14rem]:hidden">
          10 years
        </span>
        <span className="col-start-9 justify-self-end">never</span>
      </div>
    </div>
  )
}

/** Also stands beside the attack's name; its border says whether it is withstood. */
function AttackNumber({ index, log10Guesses }: { index: number; log10Guesses: number }) {
  const attack = ATTACKS[index]
  const isHeld = attack !== undefined && holdsAgainst(log10Guesses, attack)
  return (
    <span
      aria-hidden
      className={`grid size-6 shrink-0 place-items-center rounded-full border-2 font-semibold text-text text-xs tabular-nums ${isHeld ? 'border-good' : 'border-weak'}`}
    >
      {index + 1}
    </span>
  )
}
