import { expect, test } from 'bun:test'
import { createStore, holdStores, releaseStores, whenReleased } from './store.ts'

test('listeners are called after each change until they unsubscribe', () => {
  const store = createStore(1)
  const seen: number[] = []
  const stop = store.subscribe(() => seen.push(store.read()))
  store.set(2)
  store.set(2)
  stop()
  store.set(3)
  expect(seen).toEqual([2])
})

test('a held store applies its changes in order when released', () => {
  const store = createStore(['first'])
  holdStores()
  store.set(['second'])
  whenReleased(() => store.set([...store.read(), 'third']))
  expect(store.read()).toEqual(['first'])
  releaseStores()
  expect(store.read()).toEqual(['second', 'third'])
})
