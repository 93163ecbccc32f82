/** How often a long test repeats itself: a few times usually, `attack` times when attacks are asked for. */
export const rounds = (usual: number, attack: number) =>
  process.env.PASSWRIGHT_ATTACK === '1' ? attack : usual
