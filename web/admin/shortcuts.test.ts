import { expect, test } from 'bun:test'
import { nameKey } from './shortcuts.ts'

const press = (key: string, modifiers: object = {}) =>
  nameKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers })

test.each([
  ['j', {}, 'j'],
  ['J', {}, 'j'],
  ['J', { shiftKey: true }, 'shift+j'],
  ['Ö', { shiftKey: true }, 'shift+ö'],
  ['?', { shiftKey: true }, '?'],
  ['Escape', {}, 'Escape'],
  ['Enter', { shiftKey: true }, 'shift+Enter'],
  ['k', { metaKey: true }, 'mod+k'],
  ['K', { ctrlKey: true }, 'mod+k'],
  ['r', { ctrlKey: true, shiftKey: true }, null],
  ['e', { altKey: true }, null],
])('names the key %s with %j as %p', (key, modifiers, name) => {
  expect(press(key, modifiers)).toBe(name)
})
