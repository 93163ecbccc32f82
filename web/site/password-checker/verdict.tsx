import { memo } from 'react'
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
import { suggest } from '#domain/passwords/verdict/suggest.ts'
import type { EstimateState } from '#web/lib/estimate/use-estimate.ts'
import { Remark } from '#web/ui/notice.tsx'
import { PartsPicture, PasswordParts } from './password-parts.tsx'
import { StrongerVariant } from './stronger-variant.tsx'

type Props = { isEmpty: boolean; state: EstimateState; isShown: boolean }

/** Estimated time to guess the password, with reasons. */
export function Verdict({ isEmpty, state, isShown }: Props) {
  return (
    <section aria-labelledby="estimate" className="mt-6 min-h-44 border-border border-t pt-6 noscript:hidden">
      <h2 id="estimate" className="text-lg">
        How soon attackers would guess it
      </h2>
      {isEmpty && <p className="mt-2 text-muted">See how many guesses it takes, and why, as you type.</p>}
      {!isEmpty && state.kind === 'loading' && <p className="mt-2 text-muted">Estimating…</p>}
      {!isEmpty && state.kind === 'failed' && (
        <p className="mt-2">
          The estimate didn’t load. Check your connection, then change a character to try again.
        </p>
      )}
      {!isEmpty && state.kind === 'ready' && (
        <div aria-busy={!state.isCurrent} className={state.isCurrent ? '' : 'opacity-60'}>
          <Result password={state.password} estimate={state.estimate} isShown={isShown} />
        </div>
      )}
    </section>
  )
}

type ResultProps = { password: string; estimate: Estimate; isShown: boolean }

/** Rerenders on new estimates only, not on each key. */
const Result = memo(function Result({ password, estimate, isShown }: ResultProps) {
  const { log10Guesses, listed } = estimate
  const level = levelOf(estimate)
  const nothingFound = describeNothingFound(estimate)
  const advice = suggest(estimate)
  return (
    <>
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
        <div className="grid content-start gap-6">
          <PasswordParts password={password} estimate={estimate} isShown={isShown} />
          {advice.length > 0 && (
            <ul aria-label="Suggestions" className="grid content-start gap-2">
              {advice.map((sentence) => (
                <li key={sentence} className="border-accent border-l-2 pl-3">
                  {sentence}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {level.rank < RANK_MAX && (
        <StrongerVariant key={password} password={password} estimate={estimate} isShown={isShown} />
      )}
      <p className="mt-6 max-w-[68ch] text-muted text-sm">
        {USUAL_ERROR} The estimate can’t tell whether you use the password elsewhere, type it into a fake
        site, or picked something that others know about you.{' '}
        <Link to="/about#estimate" className="link">
          How it works
        </Link>
      </p>
    </>
  )
})

const COLORS = { weak: 'text-weak', fair: '', info: '', good: 'text-good' }

function Guesses({ log10Guesses, level }: { log10Guesses: number; level: Level }) {
  return (
    <div className="mt-2">
      <p
        className={`text-balance font-semibold text-[1.75rem] leading-tight tracking-tight sm:text-[2.125rem] ${COLORS[level.look]}`}
      >
        {level.label}
      </p>
      <p className="mt-1 text-lg tabular-nums">
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
