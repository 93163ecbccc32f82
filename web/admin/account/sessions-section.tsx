import { SESSIONS_PATH } from './keys.ts'
import { Section } from './section.tsx'
import { SessionList } from './session-list.tsx'

/** Where the user is signed in. */
export function SessionsSection() {
  return (
    <Section
      title="Sessions"
      intro="Where you are signed in. A session ends after 12 hours without use, or after 7 days."
    >
      <SessionList path={SESSIONS_PATH} empty="You are signed in nowhere." />
    </Section>
  )
}
