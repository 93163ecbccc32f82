import { SESSION_DAYS, SESSION_IDLE_HOURS } from '#domain/accounts.ts'
import { callAdmin, useAdminQuery } from '#web/admin/client.ts'
import { SESSIONS_PATH } from './query-keys.ts'
import { Section } from './section.tsx'
import { SessionList } from './session-list.tsx'

export function SessionsSection() {
  const query = useAdminQuery(SESSIONS_PATH)
  return (
    <Section
      title="Sessions"
      intro={`Where you are signed in. A session ends after ${SESSION_IDLE_HOURS} hours without use, or after ${SESSION_DAYS} days.`}
    >
      <SessionList
        query={query}
        queryKey={[SESSIONS_PATH]}
        end={(session) => callAdmin('DELETE', `${SESSIONS_PATH}/:session`, { params: { session } })}
        endOthers={() => callAdmin('DELETE', SESSIONS_PATH)}
        empty="No active sessions."
      />
    </Section>
  )
}
