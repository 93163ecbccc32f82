import { SESSION_DAYS, SESSION_IDLE_HOURS } from '#domain/accounts.ts'
import { SESSIONS_PATH } from './query-keys.ts'
import { Section } from './section.tsx'
import { SessionList } from './session-list.tsx'

export function SessionsSection() {
  return (
    <Section
      title="Sessions"
      intro={`Where you are signed in. A session ends after ${SESSION_IDLE_HOURS} hours without use, or after ${SESSION_DAYS} days.`}
    >
      <SessionList path={SESSIONS_PATH} empty="No active sessions." />
    </Section>
  )
}
