import { Link2Off } from 'lucide-react'
import type { PreviewLink } from '#domain/posts.ts'
import { callAdmin, messageOf, useAdminChange, useAdminQuery } from '#web/admin/client.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'

/** What lists the links to a post: to be fetched anew when one is made. */
export const previewsOf = (postId: number) => ['/api/admin/blog/posts', String(postId), 'previews']

type Props = { postId: number; onRevoked: (id: string) => void }

/** The links to a post that still work, each with a button that ends it. */
export function PreviewLinks({ postId, onRevoked }: Props) {
  // Others make and revoke links, too: each editor asks anew.
  const links = useAdminQuery<PreviewLink[]>(previewsOf(postId), { gcTime: 0 })
  const revoke = useAdminChange({
    run: async ({ id }: PreviewLink) => {
      await callAdmin('DELETE', `${previewsOf(postId).join('/')}/${id}`)
      return id
    },
    onSuccess: onRevoked,
    success: 'Preview link revoked',
    failure: 'Failed to revoke preview link',
    refreshes: [previewsOf(postId)],
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
            {link.madeBy === null ? '' : `, made by ${link.madeBy}`}
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
