import type { Passkey } from '#domain/passkeys.ts'
import { SmallButton } from '#web/admin/small-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
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
          <li
            key={passkey.id}
            className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-sm"
          >
            <span className="wrap-anywhere min-w-0 flex-1 basis-40 font-medium">{passkey.name}</span>
            <span className="basis-40">
              <Kind passkey={passkey} />
            </span>
            <span className="basis-64 text-muted">
              added <RelativeTime at={passkey.createdAt} />, <LastUse at={passkey.lastUsedAt} />
            </span>
            <span className="flex gap-2">
              <SmallButton
                aria-label={`Rename the passkey ${passkey.name}`}
                onClick={() => onRename(passkey)}
              >
                Rename
              </SmallButton>
              <SmallButton
                aria-label={`Remove the passkey ${passkey.name}`}
                onClick={() => onRemove(passkey)}
              >
                Remove
              </SmallButton>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Kind({ passkey: { worksHere, isSynced } }: { passkey: Passkey }) {
  if (!worksHere) return <Badge look="weak">Not usable here</Badge>
  return isSynced ? <Badge look="good">Synced</Badge> : <Badge>This device only</Badge>
}

export function LastUse({ at }: { at: string | null }) {
  if (at === null) return 'never used'
  return (
    <>
      last used <RelativeTime at={at} />
    </>
  )
}
