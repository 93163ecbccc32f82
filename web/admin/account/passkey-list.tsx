import type { Passkey } from '#domain/passkeys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type Handler = (passkey: Passkey) => void
type Props = { passkeys: Passkey[]; onRename: Handler; onRemove: Handler }

/** Marks passkeys that were made for another domain. */
export function PasskeyList({ passkeys, onRename, onRemove }: Props) {
  const unusable = passkeys.filter(({ worksHere }) => !worksHere)
  const hosts = [...new Set(unusable.map(({ rpId }) => rpId))].join(', ')
  return (
    <div className="space-y-4">
      {unusable.length > 0 && (
        <Remark>
          {unusable.length === 1 ? '1 passkey was' : `${unusable.length} passkeys were`} made for {hosts} and
          can’t be used here.
        </Remark>
      )}
      <ul className="divide-y divide-border rounded-card border border-border bg-surface">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRename={onRename} onRemove={onRemove} />
        ))}
      </ul>
    </div>
  )
}

function PasskeyRow({
  passkey,
  onRename,
  onRemove,
}: {
  passkey: Passkey
  onRename: Handler
  onRemove: Handler
}) {
  const { name, worksHere, isSynced, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-sm">
      <span className="wrap-anywhere min-w-0 flex-1 basis-40 font-medium">{name}</span>
      <span className="basis-40">
        {worksHere ? (
          <Badge look={isSynced ? 'good' : 'plain'}>{isSynced ? 'Synced' : 'This device only'}</Badge>
        ) : (
          <Badge look="weak">Not usable here</Badge>
        )}
      </span>
      <span className="basis-64 text-muted">
        added <RelativeTime at={createdAt} />,{' '}
        {lastUsedAt ? (
          <>
            last used <RelativeTime at={lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
      </span>
      <span className="flex gap-2">
        <Button
          className="min-h-8! px-3! py-1! text-sm!"
          aria-label={`Rename the passkey ${name}`}
          onClick={() => onRename(passkey)}
        >
          Rename
        </Button>
        <Button
          className="min-h-8! px-3! py-1! text-sm!"
          aria-label={`Remove the passkey ${name}`}
          onClick={() => onRemove(passkey)}
        >
          Remove
        </Button>
      </span>
    </li>
  )
}
