import {
  ATTACKS,
  DURATIONS,
  describeDuration,
  holdsAgainst,
  isLong,
} from '#domain/passwords/verdict/attacks.ts'

/** One line of time from 'at once' to 'never', with the number of each attack where it succeeds. */
export function TimeLine({ log10Guesses }: { log10Guesses: number }) {
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
export function AttackNumber({ index, log10Guesses }: { index: number; log10Guesses: number }) {
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
