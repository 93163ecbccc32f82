import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Family } from './prometheus.ts'

const LAG_SAMPLE_MS = 50

let delays: ReturnType<typeof monitorEventLoopDelay> | undefined
let lastLagMs = 0

/** Starts sampling the event loop lag; later calls report the time since the previous one. */
export function readProcessMetrics(): Family[] {
  return [
    gauge(
      'process_start_time_seconds',
      'Start of the process.',
      Math.round(Date.now() / 1000 - process.uptime()),
    ),
    gauge('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
    ...readFileCounts(),
    ...readLag(),
    ...readProcessorTime(),
  ]
}

const gauge = (name: string, help: string, value: number): Family => ({
  name,
  type: 'gauge',
  help,
  samples: [{ value }],
})

function readFileCounts(): Family[] {
  if (!existsSync('/proc/self/limits')) return []
  const [, max = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return [
    gauge('process_open_fds', 'Open file descriptors.', readdirSync('/proc/self/fd').length),
    gauge(
      'process_max_fds',
      'Maximum number of open file descriptors.',
      Number(max || Number.POSITIVE_INFINITY),
    ),
  ]
}

function readLag(): Family[] {
  const started = performance.now()
  setImmediate(() => {
    lastLagMs = performance.now() - started
  })
  const name = (part: string) => `nodejs_eventloop_lag_${part}seconds`
  const lags = [gauge(name(''), 'Lag of the event loop at the previous scrape.', lastLagMs / 1e3)]
  if (delays && delays.count > 0) {
    lags.push(
      gauge(name('max_'), 'Longest delay of the event loop since the previous scrape.', delays.max / 1e9),
      gauge(name('mean_'), 'Mean of these delays.', delays.mean / 1e9),
      gauge(name('p50_'), '50th percentile of these delays.', delays.percentile(50) / 1e9),
      gauge(name('p99_'), '99th percentile of these delays.', delays.percentile(99) / 1e9),
    )
  }
  delays ??= monitorEventLoopDelay({ resolution: LAG_SAMPLE_MS })
  delays.enable()
  delays.reset()
  return lags
}

function readProcessorTime(): Family[] {
  const { user, system } = process.cpuUsage()
  const counter = (kind: string, modes: string, micros: number): Family => ({
    name: `process_cpu_${kind}seconds_total`,
    type: 'counter',
    help: `Processor time spent in ${modes} mode.`,
    samples: [{ value: micros / 1e6 }],
  })
  return [
    counter('', 'user and system', user + system),
    counter('user_', 'user', user),
    counter('system_', 'system', system),
  ]
}
