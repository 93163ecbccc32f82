/**
 * Attacks the page in every way that a script could. `tries` has the result of each attempt: 'blocked', or what it
 * obtained; `keys` has captured keystrokes and pastes.
 */
export const HOSTILE_SCRIPT = `
const tries = (window.tries = {})
const keys = (window.keys = [])
const attempt = (name, use) => {
  try {
    const got = use()
    tries[name] = got === null ? 'blocked' : 'got ' + got
  } catch (error) {
    tries[name] = error.name === 'SecurityError' ? 'blocked' : String(error)
  }
}
const later = async (name, use) => {
  try {
    tries[name] = 'got ' + (await use())
  } catch {
    tries[name] = 'blocked'
  }
}
const own = (path) => new URL(path, location.href)
attempt('token', () => localStorage.adminToken)
attempt('token of the page', () => parent.localStorage.adminToken)
attempt('session storage', () => sessionStorage.length)
attempt('cookies', () => 'cookie: ' + document.cookie)
attempt('password on the page', () => top.document.querySelector('#content').innerText)
attempt('address of the page', () => top.location.href)
attempt('top navigation', () => { top.location = 'https://evil.example/top' })
attempt('popup', () => open('https://evil.example/popup'))
attempt('database', () => indexedDB.open('x'))
later('service worker', () => navigator.serviceWorker.register('/sw.js'))
later('API', () => fetch(own('/api/admin/setup'), { credentials: 'include' }))
later('API, blindly', () => fetch(own('/api/admin/users'), { credentials: 'include', mode: 'no-cors' }))
later('counter', () => fetch(own('/api/track/feedback'), { method: 'POST', mode: 'no-cors', body: '{"helpful":true}' }))
later('clipboard', () => navigator.clipboard.readText())
navigator.sendBeacon(own('/api/track/feedback'), '{"helpful":true}')
alert('Type your password')
history.back()
history.go(-2)
addEventListener('keydown', (event) => keys.push(event.key), true)
addEventListener('paste', (event) => keys.push(event.clipboardData.getData('text')), true)
const field = document.createElement('input')
setInterval(() => {
  document.body?.append(field)
  window.focus()
  field.focus()
}, 20)
const junk = [{ adHeight: NaN }, { adHeight: '9999px' }, { adHeight: [90] }, { adHeight: -5 }, null, 'adHeight', 90]
for (let round = 0; round < 20; round++) {
  parent.postMessage(junk[round % junk.length], '*')
  parent.postMessage({ adHeight: 1e9 + round }, '*')
  for (let index = 0; index < parent.length; index++) {
    parent[index].postMessage({ name: 'forged', category: '', label: '', value: 1, page: '/' }, '*')
  }
}
`

export const ALL_BLOCKED = {
  token: 'blocked',
  'token of the page': 'blocked',
  'session storage': 'blocked',
  cookies: 'blocked',
  'password on the page': 'blocked',
  'address of the page': 'blocked',
  'top navigation': 'blocked',
  popup: 'blocked',
  database: 'blocked',
  'service worker': 'blocked',
  API: 'blocked',
  'API, blindly': 'blocked',
  counter: 'blocked',
  clipboard: 'blocked',
}
