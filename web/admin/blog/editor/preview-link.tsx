import { useMutation } from '@tanstack/react-query'
import type { Preview } from '#domain/posts.ts'
import { callAdmin, messageOf, queryClient } from '#web/admin/client.ts'
import { CopyField } from '#web/admin/copy-field.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { usePage } from '#web/lib/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { PreviewLinks, previewsKey } from './preview-links.tsx'

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
