import { Metadata } from '#web/lib/metadata.tsx'

export function CheckerPage() {
  return (
    <div className="column py-12">
      <Metadata title="CheckerPage" description="…" path="/" />
      <h1>CheckerPage</h1>
    </div>
  )
}
