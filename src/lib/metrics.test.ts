import { expect, test } from 'bun:test'
import { createMetrics } from './metrics.ts'

test('reports processor time since the start, and from the second reading on how late the event loop is', async () => {
  const metrics = createMetrics('1.0.0')
  const spent = process.cpuUsage()
  await metrics.read()
  await Bun.sleep(100)
  const until = performance.now() + 150
  while (performance.now() < until) Math.sqrt(until)
  await Bun.sleep(100)
  const { text } = await metrics.read()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  expect(figure('process_cpu_seconds_total')).toBeGreaterThan((spent.user + spent.system) / 1e6)
  expect(figure('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0)
})

test('sorts answers by how long they took, and adds up those of a route with another status', async () => {
  const metrics = createMetrics('1.0.0')
  const fast = metrics.answersOf({ method: 'GET', route: '/', status: 200 })
  for (const seconds of [0.125, 0.25, 0.5, 128]) fast(seconds)
  metrics.answersOf({ method: 'GET', route: '/', status: 304 })(0.375)
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
