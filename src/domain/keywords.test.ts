import { expect, test } from 'bun:test'
import { KEYWORDS_PATH, MESSAGES, UploadLabel } from './keywords.ts'

test.each(['.', '..'])('an upload is not named %s, which no address can hold', (uploadBatch) => {
  expect(new URL(`${KEYWORDS_PATH}/batches/${uploadBatch}`, 'http://x').pathname).not.toEndWith(uploadBatch)
  const { error } = UploadLabel.safeParse({ uploadBatch })
  expect(error?.issues.map(({ message }) => message)).toEqual([MESSAGES.place])
})

test.each(['...', '.a', 'a.', 'upload_1795', '-'])('an upload may be named %s', (uploadBatch) => {
  const path = `${KEYWORDS_PATH}/batches/${uploadBatch}`
  expect(new URL(path, 'http://x').pathname).toBe(path)
  expect(UploadLabel.safeParse({ uploadBatch }).success).toBe(true)
})
