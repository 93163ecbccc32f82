import { expect, test } from 'bun:test'
import { until } from '#src/testing/time-limits.ts'
import { createMetrics } from './metrics.ts'

test('reports processor time since start, and event loop lag from the second scrape on', async () => {
  const metrics = createMetrics('1.0.0')
  const spent = process.cpuUsage()
  const read = async () => {
    const { text } = await metrics.read()
    return (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  const figure = await read()
  expect(figure('process_cpu_seconds_total')).toBeGreaterThanOrEqual((spent.user + spent.system) / 1e6)
  await until('a late sample, taken every 50 ms, is reported', async () => {
    Bun.sleepSync(150)
    await new Promise((resolve) => setImmediate(resolve))
    return (await read())('nodejs_eventloop_lag_max_seconds') > 0.05
  })
})

test('sorts responses into duration buckets and adds up statuses of a route', async () => {
  const metrics = createMetrics('1.0.0')
  const fast = metrics.responseCounter({ method: 'GET', route: '/', status: 200 })
  for (const seconds of [0.125, 0.25, 0.5, 128]) fast(seconds)
  metrics.responseCounter({ method: 'GET', route: '/', status: 304 })(0.375)
  const { text } = await metrics.read()
  const lines = text.split('\n').filter((line) => /^passwright_http_request/.test(line))
  const bucket = (le: string, count: number) =>
    `passwright_http_request_duration_seconds_bucket{le="${le}",method="GET",route="/"} ${count}`
  expect(lines).toEqual([
    'passwright_http_requests_in_flight 0',
    'passwright_http_requests_total{method="GET",route="/",status="200"} 4',
    'passwright_http_requests_total{method="GET",route="/",status="304"} 1',
    ...['0.001', '0.005', '0.025', '0.1'].map((le) => bucket(le, 0)),
    bucket('0.25', 2),
    ...['0.5', '1', '2.5', '10', '60'].map((le) => bucket(le, 4)),
    bucket('+Inf', 5),
    'passwright_http_request_duration_seconds_sum{method="GET",route="/"} 129.25',
    'passwright_http_request_duration_seconds_count{method="GET",route="/"} 5',
  ])
})
