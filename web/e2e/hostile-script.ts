/**
 * Tries what a script could want from the page around it, over and over where that helps. `tries` holds what came of
 * each: 'held', or what it got; `keys` holds what was typed or pasted into it.
 */
export const HOSTILE_SCRIPT = `
const tries = (window.tries = {})
const keys = (window.keys = [])
const attempt = (name, use) => {
  try {
    const got = use()
    tries[name] = got === null ? 'held' : 'got ' + got
  } catch (error) {
    tries[name] = error.name === 'SecurityError' ? 'held' : String(error)
  }
}
const later = async (name, use) => {
  try {
    tries[name] = 'got ' + (await use())
  } catch {
    tries[name] = 'held'
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
for (let time = 0; time < 20; time++) {
  parent.postMessage(junk[time % junk.length], '*')
  parent.postMessage({ adHeight: 1e9 + time }, '*')
  for (let index = 0; index < parent.length; index++) {
    parent[index].postMessage({ name: 'forged', category: '', label: '', value: 1, page: '/' }, '*')
  }
}
`

/** What `tries` holds in a document that has nothing of the page. */
export const ALL_HELD = {
  token: 'held',
  'token of the page': 'held',
  'session storage': 'held',
  cookies: 'held',
  'password on the page': 'held',
  'address of the page': 'held',
  'top navigation': 'held',
  popup: 'held',
  database: 'held',
  'service worker': 'held',
  API: 'held',
  'API, blindly': 'held',
  counter: 'held',
  clipboard: 'held',
}
