import { useState } from 'react'
import type { Account } from '#domain/accounts.ts'
import { ROLE_LABELS } from '#domain/permissions.ts'
import { useAdminQuery } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { Loaded } from '#web/admin/loaded.tsx'
import { ResetPasswordDialog } from '#web/admin/users/reset-password-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { ACCOUNT_PATH } from './query-keys.ts'
import { SecondStepSection } from './second-step-section.tsx'
import { Section } from './section.tsx'
import { SessionsSection } from './sessions-section.tsx'
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
    <Section
      title="Password"
      intro={`You are ${user.username} (${ROLE_LABELS[user.role]}, ${user.email}). Changing your password signs you out everywhere and revokes your tokens.`}
      actions={<Button onClick={() => setIsOpen(true)}>Change password</Button>}
    >
      {isOpen && <ResetPasswordDialog user={user} isOwn onClose={() => setIsOpen(false)} />}
    </Section>
  )
}
