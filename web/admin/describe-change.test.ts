import { expect, test } from 'bun:test'
import { describeChange } from './describe-change.ts'

test.each([
  [112, 100, '+12% from the week before'],
  [95, 100, '−5% from the week before'],
  [0, 100, '−100% from the week before'],
  [999, 100, '+899% from the week before'],
  [1_000, 100, '10 times the week before'],
  [123_456, 10, '12,346 times the week before'],
  [1_004, 1_000, 'About the same as the week before'],
  [1_006, 1_000, '+1% from the week before'],
  [100, 100, 'Same as the week before'],
  [0, 0, 'Same as the week before'],
  [84, 0, 'Up from 0 in the week before'],
  [84, 9, 'Up from 9 in the week before'],
  [0, 3, 'Down from 3 in the week before'],
  [84, null, 'No data for the week before'],
  [0, null, 'No data for the week before'],
])('describes %d after %p as: %s', (now, before, sentence) => {
  const { lead, rest } = describeChange(now, before, 'week before')
  expect(`${lead} ${rest}`.trim()).toBe(sentence)
})
