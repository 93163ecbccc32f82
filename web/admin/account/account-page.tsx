import { useState } from 'react'
import { type Account, SESSION_DAYS, SESSION_IDLE_HOURS } from '#domain/accounts.ts'
import { ROLE_LABELS } from '#domain/permissions.ts'
import { callAdmin, useAdminQuery } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { Loaded } from '#web/admin/loaded.tsx'
import { ResetPasswordDialog } from '#web/admin/users/reset-password-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { AccountSection } from './account-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { ACCOUNT_PATH, SESSIONS_PATH } from './query-keys.ts'
import { SecondStepSection } from './second-step-section.tsx'
import { SessionList } from './session-list.tsx'
import { TokensSection } from './tokens-section.tsx'

export function AccountPage() {
  const account = useAdminQuery(ACCOUNT_PATH)
  return (
    <AdminLayout title="Your account">
      <Loaded query={account} failure="Your account could not be loaded" rows={3}>
        {(account) => (
          <div>
            <PasswordSection account={account} />
            <PasskeysSection />
            <SecondStepSection account={account} />
            {isAllowed(account) && (
              <>
                <SessionsSection />
                <TokensSection />
              </>
            )}
          </div>
        )}
      </Loaded>
    </AdminLayout>
  )
}

/** An overdue second step blocks everything else. */
const isAllowed = ({ secondStep: { dueAt } }: Account) => dueAt === null || dueAt > new Date().toISOString()

function PasswordSection({ account: { user } }: { account: Account }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <AccountSection
      title="Password"
      intro={`You are ${user.username} (${ROLE_LABELS[user.role]}, ${user.email}). Changing your password signs you out everywhere and revokes your tokens.`}
      actions={<Button onClick={() => setIsOpen(true)}>Change password</Button>}
    >
      {isOpen && <ResetPasswordDialog user={user} isOwn onClose={() => setIsOpen(false)} />}
    </AccountSection>
  )
}

function SessionsSection() {
  const query = useAdminQuery(SESSIONS_PATH)
  return (
    <AccountSection
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
    </AccountSection>
  )
}
