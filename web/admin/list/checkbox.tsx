type Props = {
  label: string
  isChecked: boolean
  isMixed?: boolean
  tabIndex?: number
  /** `isRange` is true while Shift is held. */
  onToggle: (isRange: boolean) => void
}

/** The click target is 32 pixels, 44 on a phone. */
export function Checkbox({ label, isChecked, isMixed = false, tabIndex, onToggle }: Props) {
  return (
    <label className="-m-2 inline-flex p-2 align-middle max-sm:p-3.5">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        ref={(input) => {
          if (input) input.indeterminate = isMixed
        }}
        tabIndex={tabIndex}
        // The change event doesn't report the Shift key.
        onClick={(event) => onToggle(event.shiftKey)}
        onChange={() => undefined}
        className="size-4 accent-(--accent)"
      />
    </label>
  )
}
