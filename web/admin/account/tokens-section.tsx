import { useState } from 'react'
import type { PersonalToken } from '#domain/accounts.ts'
import { callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { Loaded } from '#web/admin/loaded.tsx'
import { SmallButton } from '#web/admin/small-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-provider.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AccountSection } from './account-section.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { LastUse } from './passkey-list.tsx'
import { TOKENS_PATH } from './query-keys.ts'

export function TokensSection() {
  const query = useAdminQuery(TOKENS_PATH)
  const [isCreating, setIsCreating] = useState(false)
  return (
    <AccountSection
      title="Personal tokens"
      intro="A program calls the API with a token instead of your password. It can do only what you allow, can’t manage accounts, and is revoked when your password changes."
      actions={<Button onClick={() => setIsCreating(true)}>Create token</Button>}
    >
      <Loaded query={query} failure="The tokens could not be loaded" height="h-12">
        {(tokens) =>
          tokens.length === 0 ? (
            <p className="text-muted text-sm">No tokens yet.</p>
          ) : (
            <TokenList tokens={tokens} />
          )
        }
      </Loaded>
      {isCreating && <NewTokenDialog onClose={() => setIsCreating(false)} />}
    </AccountSection>
  )
}

function TokenList({ tokens }: { tokens: PersonalToken[] }) {
  const confirm = useConfirm()
  const remove = useAdminMutation({
    run: ({ id }: PersonalToken) => callAdmin('DELETE', '/api/admin/tokens/:id', { params: { id } }),
    success: 'Token deleted',
    failure: 'The token could not be deleted',
    refreshes: [[TOKENS_PATH]],
  })
  const askToDelete = (token: PersonalToken) =>
    confirm({
      title: 'Delete token',
      text: 'Programs that use it lose access at once. This action cannot be undone.',
      subject: token.name,
      action: 'Delete',
      onConfirm: () => remove.mutate(token),
    })
  return (
    <ul className="divide-y divide-border rounded-card border border-border bg-surface">
      {tokens.map((token) => (
        <li
          key={token.id}
          className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-sm"
        >
          <span className="wrap-anywhere min-w-0 flex-1 basis-56 font-medium">{token.name}</span>
          <span className="min-w-0 flex-1 basis-56 font-mono text-muted text-xs">
            {['read', ...token.permissions.filter((permission) => permission !== 'read')].join(', ')}
          </span>
          <span className="basis-64 text-muted">
            <LastUse at={token.lastUsedAt} />, expires <RelativeTime at={token.expiresAt} />
          </span>
          <SmallButton aria-label={`Delete the token ${token.name}`} onClick={() => askToDelete(token)}>
            Delete
          </SmallButton>
        </li>
      ))}
    </ul>
  )
}
