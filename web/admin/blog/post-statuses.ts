import type { PostStatus } from '#domain/posts.ts'
import type { BadgeLook } from '#web/ui/badge.tsx'

export const STATUS_LABELS: Record<PostStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}

export const STATUS_LOOKS: Record<PostStatus, BadgeLook> = {
  draft: 'fair',
  published: 'good',
  archived: 'plain',
}
