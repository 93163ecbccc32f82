export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 flex-1 overflow-hidden rounded-full bg-track"
      >
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-200 ease-out"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
      <span className="w-12 text-right text-sm tabular-nums">{percent}%</span>
    </div>
  )
}
