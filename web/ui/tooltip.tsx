import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** Tooltips open after 700 ms of hovering, and without delay within 300 ms of another one closing. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/** Explains one focusable element; the text must add to its label, not replace it. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 rounded-lg bg-text px-3 py-1.5 text-bg text-sm data-[state=delayed-open]:animate-fade-in"
        >
          {text}
          <Radix.Arrow className="fill-text" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
