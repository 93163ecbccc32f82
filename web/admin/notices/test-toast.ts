import { type NoticeTest, SOME_REFUSED } from '#domain/notices.ts'
import { AI_FAILURE_MS } from '#web/admin/client.ts'

export function testToast(outcomes: NoticeTest[]) {
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  if (failures.length === 0) return { title: 'Test notice sent' }
  const reachedSome = failures.length < outcomes.length || failures.includes(SOME_REFUSED)
  return {
    title: reachedSome ? 'The test notice did not reach everyone' : 'The test notice was not sent',
    description: failures.join(' '),
    duration: AI_FAILURE_MS,
    look: 'failure' as const,
  }
}
