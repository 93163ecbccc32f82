import { useMutation } from '@tanstack/react-query'
import type { Preview } from '#domain/posts.ts'
import { callAdmin, messageOf, queryClient } from '#web/admin/client.ts'
import { CopyField } from '#web/admin/copy-field.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { usePage } from '#web/lib/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { PreviewLinks, previewsOf } from './preview-links.tsx'

/** Makes a link that shows a post before it is public, and lists those that there are. */
export function PreviewLink({ postId }: { postId: number }) {
  const make = useMutation({
    mutationFn: () => callAdmin<Preview>('POST', `/api/admin/blog/posts/${postId}/preview`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: previewsOf(postId) }),
  })
  return (
    <div className="space-y-3">
      {make.data && <NewLink preview={make.data} />}
      <Button onClick={() => make.mutate()} disabled={make.isPending}>
        {make.data ? 'Make another preview link' : 'Make a preview link'}
      </Button>
      {make.isError && (
        <FailureNotice>{messageOf(make.error, 'The preview link could not be made')}</FailureNotice>
      )}
      <PreviewLinks postId={postId} onRevoked={(id) => id === make.data?.id && make.reset()} />
    </div>
  )
}

/** The one time that the address is shown: the server keeps only a hash of it. */
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
