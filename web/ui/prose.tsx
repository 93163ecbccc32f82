import type { ReactNode } from 'react'

/** Running text: space between paragraphs, marks on lists, a look for links, quotes and code. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 space-y-4 wrap-anywhere [&_a]:link [&_blockquote]:space-y-4 [&_blockquote]:border-border [&_blockquote]:border-l-2 [&_blockquote]:pl-5 [&_blockquote]:text-muted [&_code]:rounded [&_code]:bg-accent-soft [&_code]:px-1 [&_code]:py-0.5 [&_code]:font-mono [&_code]:text-[0.9em] [&_h2]:pt-6 [&_h3]:pt-2 [&_h4]:pt-2 [&_h4]:font-semibold [&_li]:pl-1 [&_li>*]:mt-2 [&_li]:marker:text-muted [&_ol]:list-decimal [&_ol]:space-y-2 [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-6">
      {children}
    </div>
  )
}
