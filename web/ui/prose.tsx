import type { ReactNode } from 'react'

/** Running text: space between paragraphs, marks on lists, a look for links, quotes and code. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose">{children}</div>
}
