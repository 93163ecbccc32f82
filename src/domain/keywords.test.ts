import { expect, test } from 'bun:test'
import { KEYWORDS_PATH, MESSAGES, UploadLabel } from './keywords.ts'

test.each(['.', '..'])('refuses %s as an upload name, because no URL can contain it', (uploadBatch) => {
  expect(new URL(`${KEYWORDS_PATH}/batches/${uploadBatch}`, 'http://x').pathname).not.toEndWith(uploadBatch)
  const { error } = UploadLabel.safeParse({ uploadBatch })
  expect(error?.issues.map(({ message }) => message)).toEqual([MESSAGES.place])
})

test.each(['...', '.a', 'a.', 'upload_1795', '-'])('accepts %s as an upload name', (uploadBatch) => {
  const path = `${KEYWORDS_PATH}/batches/${uploadBatch}`
  expect(new URL(path, 'http://x').pathname).toBe(path)
  expect(UploadLabel.safeParse({ uploadBatch }).success).toBe(true)
})
