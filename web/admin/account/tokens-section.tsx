import { useState } from 'react'
import type { PersonalToken } from '#domain/accounts.ts'
import { callAdmin, messageOf, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { TOKENS_PATH } from './query-keys.ts'
import { Section } from './section.tsx'

export function TokensSection() {
  const { data: tokens, error, isError, refetch } = useAdminQuery(TOKENS_PATH)
  const [isCreating, setIsCreating] = useState(false)
  const [toDelete, setToDelete] = useState<PersonalToken | null>(null)
  const remove = useAdminMutation({
    run: ({ id }: PersonalToken) => callAdmin('DELETE', '/api/admin/tokens/:id', { params: { id } }),
    success: 'Token deleted',
    failure: 'The token could not be deleted',
    refreshes: [[TOKENS_PATH]],
  })

  return (
    <Section
      title="Personal tokens"
      intro="A program calls the API with a token instead of your password. It can do only what you allow, can't manage accounts, and is revoked when your password changes."
      actions={<Button onClick={() => setIsCreating(true)}>Create token</Button>}
    >
      {isError && (
        <FailedState message={messageOf(error, 'The tokens could not be loaded')} onRetry={refetch} />
      )}
      {!tokens && !isError && <LoadingRows count={1} height="h-12" />}
      {tokens?.length === 0 && <p className="text-muted text-sm">No tokens yet.</p>}
      {tokens && tokens.length > 0 && (
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
                {token.lastUsedAt ? (
                  <>
                    last used <RelativeTime at={token.lastUsedAt} />
                  </>
                ) : (
                  'never used'
                )}
                , expires <RelativeTime at={token.expiresAt} />
              </span>
              <Button
                className="min-h-8! px-3! py-1! text-sm!"
                aria-label={`Delete the token ${token.name}`}
                onClick={() => setToDelete(token)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isCreating && <NewTokenDialog onClose={() => setIsCreating(false)} />}
      <ConfirmDialog
        isOpen={toDelete !== null}
        onOpenChange={() => setToDelete(null)}
        title="Delete token"
        text="Programs that use it lose access at once. This action cannot be undone."
        subject={toDelete?.name}
        action="Delete"
        onConfirm={() => toDelete && remove.mutate(toDelete)}
      />
    </Section>
  )
}
