import type { UseQueryResult } from '@tanstack/react-query'
import type { Session } from '#domain/accounts.ts'
import { type AdminKey, useAdminMutation } from '#web/admin/client.ts'
import { Loaded } from '#web/admin/loaded.tsx'
import { SmallButton } from '#web/admin/small-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ACCOUNT_PATH } from './query-keys.ts'

type Props = {
  query: UseQueryResult<Session[]>
  queryKey: AdminKey
  end: (session: string) => Promise<unknown>
  endOthers: () => Promise<{ ended: number }>
  empty: string
}

export function SessionList({ query, empty, ...rest }: Props) {
  return (
    <Loaded query={query} failure="The sessions could not be loaded" rows={2} height="h-12">
      {(sessions) =>
        sessions.length === 0 ? (
          <p className="text-muted text-sm">{empty}</p>
        ) : (
          <Sessions sessions={sessions} {...rest} />
        )
      }
    </Loaded>
  )
}

type SessionsProps = Omit<Props, 'query' | 'empty'> & { sessions: Session[] }

function Sessions({ sessions, queryKey, end: sendEnd, endOthers: sendEndOthers }: SessionsProps) {
  const refreshes: AdminKey[] = [queryKey, [ACCOUNT_PATH]]
  const end = useAdminMutation({
    run: ({ id }: Session) => sendEnd(id),
    success: 'Session ended',
    failure: 'The session could not be ended',
    refreshes,
  })
  const endOthers = useAdminMutation({
    run: sendEndOthers,
    success: ({ ended }) => ({ title: ended === 1 ? '1 session ended' : `${ended} sessions ended` }),
    failure: 'The sessions could not be ended',
    refreshes,
  })

  const others = sessions.filter(({ isCurrent }) => !isCurrent).length
  return (
    <div className="space-y-3">
      <ul className="@container divide-y divide-border rounded-card border border-border bg-surface">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="grid min-h-11 @min-[16rem]:grid-cols-[1fr_auto] items-center gap-x-4 px-4 py-1.5 text-sm @min-[58rem]:grid-cols-[1fr_10.5rem_23rem_7rem]"
          >
            <span className="min-w-0 font-medium @max-[58rem]:col-start-1">{describe(session)}</span>
            <span className="text-muted tabular-nums @max-[58rem]:col-start-1">{session.network}</span>
            <span className="text-muted @max-[58rem]:col-start-1">
              started <RelativeTime at={session.createdAt} />, last used{' '}
              <RelativeTime at={session.lastUsedAt} />
            </span>
            <span className="flex justify-end @min-[16rem]:@max-[58rem]:col-start-2 @min-[16rem]:@max-[58rem]:row-span-3 @min-[16rem]:@max-[58rem]:row-start-1">
              {session.isCurrent ? (
                <Badge look="good">This session</Badge>
              ) : (
                <SmallButton
                  disabled={end.isPending}
                  aria-label={`End the session in ${describe(session)}`}
                  onClick={() => end.mutate(session)}
                >
                  End
                </SmallButton>
              )}
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
          {others === sessions.length ? 'End all sessions' : 'End all other sessions'}
        </Button>
      )}
    </div>
  )
}

const describe = ({ browser }: Session) => browser || 'Unknown program'
