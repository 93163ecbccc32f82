import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Operation } from './description.ts'
import { OperationInput, OperationResponses } from './operation-details.tsx'
import { TryOperation } from './try-operation.tsx'

/** Renders its details when opened; the URL hash can open it. */
export function OperationRow({ operation, origin }: { operation: Operation; origin: string }) {
  const { operationId, method, path, summary } = operation
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(location.hash === `#${operationId}`)
  useEffect(() => {
    if (location.hash === `#${operationId}`) details.current?.scrollIntoView()
  }, [operationId])

  return (
    <details
      ref={details}
      id={operationId}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group scroll-mt-20"
    >
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 px-4 py-2 text-sm hover:bg-accent-soft focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <code className="w-14 font-mono font-semibold">{method}</code>
        <code className="wrap-anywhere min-w-0 flex-1 font-mono leading-5">{path}</code>
        <ChevronDown
          aria-hidden
          size={16}
          className="shrink-0 text-muted transition-transform duration-150 group-open:rotate-180 lg:order-last"
        />
        <span className="w-full text-muted lg:w-96">{summary}</span>
      </summary>
      {isOpen && (
        <div className="space-y-6 border-border border-t px-4 py-5 text-sm">
          <OperationInput operation={operation} />
          <TryOperation operation={operation} origin={origin} />
          <OperationResponses operation={operation} />
        </div>
      )}
    </details>
  )
}
