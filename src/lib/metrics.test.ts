import { expect, test } from 'bun:test'
import { createMetrics } from './metrics.ts'

test('processor time and how late the event loop is are figures, and not the zeros of one that nobody reads', async () => {
  const metrics = createMetrics('1.0.0')
  metrics.watchProcess()
  await Bun.sleep(100)
  const until = performance.now() + 150
  while (performance.now() < until) Math.sqrt(until)
  await Bun.sleep(100)
  const { text } = await metrics.read()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  expect(figure('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(figure('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0)
})
