import type { PostStatus } from '#domain/posts.ts'
import { showMoment } from '#web/lib/dates.ts'
import type { BadgeLook } from '#web/ui/badge.tsx'

export const POST_STATUS_LABELS: Record<PostStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}

export const STATUS_LOOKS: Record<PostStatus, BadgeLook> = {
  draft: 'fair',
  published: 'good',
  archived: 'plain',
}

export const scheduledFor = (at: string): string => `Scheduled for ${showMoment(at)}`
