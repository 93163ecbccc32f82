import { expect, test } from 'bun:test'
import { readAdHeight } from './ad-height.ts'

test.each([
  [{ adHeight: 1 }, 1],
  [{ adHeight: 89.2 }, 90],
  [{ adHeight: 100 }, 100],
  [{ adHeight: 101 }, 100],
  [{ adHeight: 1e300 }, 100],
  [{ adHeight: Number.POSITIVE_INFINITY }, 100],
  [{ adHeight: 0 }, null],
  [{ adHeight: -1 }, null],
  [{ adHeight: Number.NaN }, null],
  [{ adHeight: '90' }, null],
  [{ adHeight: [90] }, null],
  [{ adHeight: null }, null],
  [{ height: 90 }, null],
  [['adHeight'], null],
  ['adHeight', null],
  [90, null],
  [null, null],
  [undefined, null],
])('the message %j gives the ad the height %j', (message, height) => {
  expect(readAdHeight(message)).toBe(height)
})
