import { expect, test } from 'bun:test'
import { type Item, matchItems } from './match-items.ts'

const item = (label: string, detail?: string): Item => ({
  id: label,
  label,
  ...(detail === undefined ? {} : { detail }),
  run: () => undefined,
})
const ITEMS = [
  item('Admin Users'),
  item('Site Metrics'),
  item('Settings'),
  item('Backups', 'System settings'),
  { ...item('Account'), otherNames: '2fa tokens' },
]

test.each([
  ['', ['Admin Users', 'Site Metrics', 'Settings', 'Backups', 'Account']],
  ['s', ['Site Metrics', 'Settings', 'Admin Users', 'Backups']],
  ['  MET ', ['Site Metrics']],
  ['users admin', ['Admin Users']],
  ['settings', ['Settings', 'Backups']],
  ['2fa', ['Account']],
  ['token account', ['Account']],
  ['to', []],
  ['kens', []],
  ['nothing', []],
])('ranks the matches of %p', (search, labels) => {
  expect(matchItems(ITEMS, search).map(({ label }) => label)).toEqual(labels)
})
