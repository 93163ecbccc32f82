import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const compiler = Bun.which('cc')

export type Clocks = {
  isPossible: boolean
  envOf(number: number): Record<string, string>
  /** Sets one clock ahead of the others. */
  skew(number: number, seconds: number): void
  /** Moves all clocks. */
  advance(seconds: number): void
}

/** Wall clocks that LD_PRELOAD shifts; requires a C compiler. */
export function buildClocks(folder: string, count: number): Clocks {
  const library = join(folder, 'shifted-clock.so')
  const source = join(import.meta.dir, 'shifted-clock.c')
  const fileOf = (number: number) => join(folder, `shift${number}`)
  const skews = Array.from({ length: count }, () => 0)
  let ahead = 0
  // In place, because processes have the file mapped.
  const write = (flag: 'w' | 'r+') => {
    for (const [number, skew] of skews.entries())
      writeFileSync(fileOf(number), Int32Array.of(ahead + skew), { flag })
  }
  write('w')
  if (compiler) {
    const { exitCode, stderr } = Bun.spawnSync([compiler, '-shared', '-fPIC', '-O2', '-o', library, source])
    if (exitCode !== 0) throw new Error(`the clock library did not compile: ${stderr}`)
  }
  return {
    isPossible: compiler !== null,
    envOf: (number) => {
      const env: Record<string, string> = {}
      return compiler ? { LD_PRELOAD: library, CLOCK_SHIFT: fileOf(number) } : env
    },
    skew: (number, seconds) => {
      skews[number] = seconds
      write('r+')
    },
    advance: (seconds) => {
      ahead += seconds
      write('r+')
    },
  }
}
