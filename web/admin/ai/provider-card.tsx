import { AI_FAILURE_MS, callAdmin, messageOf, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { FailedState, LoadingRows } from '#web/ui/data-states.tsx'

/** The AI provider and a connection test. Never shows its key. */
export function ProviderCard() {
  const { data: provider, error, isPending, isError, refetch } = useAdminQuery('/api/admin/ai-provider')
  const test = useAdminMutation({
    run: () => callAdmin('POST', '/api/admin/ai-provider/test'),
    success: 'The AI provider responded',
    failure: 'The AI provider did not respond',
    failureMs: AI_FAILURE_MS,
    refreshes: [],
  })

  return (
    <section aria-labelledby="provider-title">
      <h2 id="provider-title" className="mb-4 text-xl">
        AI provider
      </h2>
      {isPending && <LoadingRows count={1} />}
      {isError && (
        <FailedState message={messageOf(error, 'The AI provider could not be loaded')} onRetry={refetch} />
      )}
      {provider && (
        <div className="flex flex-wrap items-center gap-4 rounded-card border border-border bg-surface p-4">
          <div className="min-w-0 flex-1 basis-72 space-y-2">
            <Badge look={provider.configured ? 'good' : 'plain'}>
              {provider.configured ? 'Configured' : 'Not configured'}
            </Badge>
            {provider.configured ? (
              <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
                <dt className="text-muted">Host</dt>
                <dd className="break-all font-mono">{provider.host}</dd>
                <dt className="text-muted">Model</dt>
                <dd className="break-all font-mono">{provider.model}</dd>
              </dl>
            ) : (
              <p className="text-muted text-sm">
                Start the server with OPENAI_API_KEY, or with OPENAI_BASE_URL for a server of your own.
              </p>
            )}
          </div>
          <GuardedButton
            permission="ai.use"
            onClick={() => test.mutate(undefined)}
            disabled={!provider.configured || test.isPending}
          >
            {test.isPending ? 'Testing…' : 'Test connection'}
          </GuardedButton>
        </div>
      )}
    </section>
  )
}
