import { useMutation } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import type { PreviewLink as Link, Preview } from '#domain/posts.ts'
import {
  type AdminKey,
  callAdmin,
  messageOf,
  queryClient,
  useAdminMutation,
  useAdminQuery,
} from '#web/admin/client.ts'
import { CopyField } from '#web/admin/copy-field.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { usePage } from '#web/lib/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'

const PATH = '/api/admin/blog/posts/:id/previews'

/** Query key; invalidate it after creating a link. */
const previewsKey = (postId: number): AdminKey => [PATH, { id: postId }]

export function PreviewLink({ postId }: { postId: number }) {
  const create = useMutation({
    mutationFn: () => callAdmin('POST', '/api/admin/blog/posts/:id/preview', { params: { id: postId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: previewsKey(postId) }),
  })
  return (
    <div className="space-y-3">
      {create.data && <NewLink preview={create.data} />}
      <Button onClick={() => create.mutate()} disabled={create.isPending}>
        {create.data ? 'Create another preview link' : 'Create a preview link'}
      </Button>
      {create.isError && (
        <FailureNotice>{messageOf(create.error, 'The preview link could not be created')}</FailureNotice>
      )}
      <PreviewLinks postId={postId} onRevoked={(id) => id === create.data?.id && create.reset()} />
    </div>
  )
}

/** Shown once: the server stores only a hash. */
function NewLink({ preview: { path, expiresAt } }: { preview: Preview }) {
  const { origin } = usePage()
  return (
    <CopyField
      label="Preview link"
      value={new URL(path, origin || location.href).href}
      hint={`Shows the post as it was last saved, to anyone who has the link, until ${showMoment(expiresAt)}.`}
    />
  )
}

type Props = { postId: number; onRevoked: (id: string) => void }

/** Active preview links, each with a button to revoke it. */
function PreviewLinks({ postId, onRevoked }: Props) {
  // Others create and revoke links too.
  const links = useAdminQuery(PATH, { params: { id: postId }, gcTime: 0 })
  const revoke = useAdminMutation({
    run: async ({ id }: Link) => {
      await callAdmin('DELETE', `${PATH}/:preview`, { params: { id: postId, preview: id } })
      return id
    },
    onSuccess: onRevoked,
    success: 'Preview link revoked',
    failure: 'Failed to revoke preview link',
    refreshes: [previewsKey(postId)],
  })
  if (links.isError)
    return <FailureNotice>{messageOf(links.error, 'The preview links could not be loaded')}</FailureNotice>
  if (!links.data || links.data.length === 0) return null
  return (
    <ul aria-label="Preview links" className="space-y-2">
      {links.data.map((link) => (
        <li key={link.id} className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 basis-48 break-words text-muted text-sm">
            Works until {showMoment(link.expiresAt)}
            {link.madeBy === null ? '' : `, created by ${link.madeBy}`}
          </span>
          <Button
            onClick={() => revoke.mutate(link)}
            disabled={revoke.isPending}
            aria-label={`Revoke the preview link that works until ${showMoment(link.expiresAt)}`}
          >
            <Link2Off aria-hidden size={16} /> Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}
