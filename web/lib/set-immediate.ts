/**
 * React schedules its work with setImmediate where there is one, else with messages, and then never works again if Firefox
 * drops one: those of a page that it keeps for Back. Here, they are sent again on return.
 */
const { port1, port2 } = new MessageChannel()
let waiting: (() => void)[] = []

port1.onmessage = () => {
  const callbacks = waiting
  waiting = []
  for (const callback of callbacks) callback()
}

const send = () => port2.postMessage(null)

Object.assign(globalThis, {
  setImmediate: (callback: () => void) => {
    waiting.push(callback)
    send()
  },
})
addEventListener('pageshow', send)
