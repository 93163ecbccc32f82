import { Metadata } from '#web/lib/metadata.tsx'

export function HomePage() {
  return (
    <div className="column py-12">
      <Metadata title="HomePage" description="…" path="/" />
      <h1>HomePage</h1>
    </div>
  )
}
