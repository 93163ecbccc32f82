let turn = 0
let isWaiting = false

/** The number of the event loop's turn: it differs once something was waited for that is no promise at hand. */
export function currentTurn(): number {
  if (!isWaiting) {
    isWaiting = true
    setImmediate(() => {
      isWaiting = false
      turn += 1
    })
  }
  return turn
}
