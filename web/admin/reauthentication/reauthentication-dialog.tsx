import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '#web/lib/lazy-component.ts'
import { isReauthenticationPending, subscribeToReauthentication } from './reauthentication-requests.ts'

const ProofDialog = lazyPart(async () => (await import('./proof-dialog.tsx')).ProofDialog)

/** Shown when the server requires proof. */
export function ReauthenticationDialog() {
  const isPending = useSyncExternalStore(subscribeToReauthentication, isReauthenticationPending)
  return <Suspense>{isPending && <ProofDialog />}</Suspense>
}
