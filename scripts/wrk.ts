import { processMs } from '#web/e2e/attack/processor-time.ts'

/** With `isFromManyNetworks`, X-Forwarded-For simulates another network for each request. */
export type WrkRequest = {
  url: string
  headers?: Record<string, string>
  /** Posted as JSON. */
  json?: unknown
  isFromManyNetworks?: boolean
}

/** CPU time (user and system) per response, and responses per second. */
export type Cost = { micros: number; perSecond: number; responses: number }

export const BROWSER = {
  'accept-encoding': 'br',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

const CONNECTIONS = 32

/** Enough to avoid rate limits. */
export const NETWORKS = 8192

type Options = { seconds: number; folder: string; connections?: number }

/** Loads the server with wrk. Throws for error responses. */
export async function costOf(
  request: WrkRequest,
  { pid, ...options }: Options & { pid: number },
): Promise<Cost> {
  const { micros, ...load } = await costsOf(request, { ...options, parts: [[pid]] })
  return { ...load, micros: micros[0] ?? Number.NaN }
}

/** CPU time by part, a group of processes. */
export async function costsOf(
  request: WrkRequest,
  { parts, seconds, folder, connections = CONNECTIONS }: Options & { parts: number[][] },
): Promise<Omit<Cost, 'micros'> & { micros: number[] }> {
  const script = `${folder}/${Bun.hash(JSON.stringify(request)).toString(36)}.lua`
  await Bun.write(script, scriptOf(request))
  const used = () => parts.map((pids) => pids.reduce((sum, pid) => sum + processMs(pid), 0))
  const before = used()
  const command = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, request.url]
  const { stdout, success } = Bun.spawnSync(command)
  const output = stdout.toString()
  const responses = Number(/(\d+) requests in/.exec(output)?.[1])
  if (!success || !responses || /Non-2xx|Socket errors/.test(output))
    throw new Error(`${request.url}: ${output}`)
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
  const micros = used().map((ms, part) => ((ms - (before[part] ?? 0)) * 1000) / responses)
  return { perSecond, responses, micros }
}

function scriptOf({ headers = {}, json, isFromManyNetworks = false }: WrkRequest): string {
  const all = { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) }
  const set = Object.entries(all).map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`)
  return [
    ...(json === undefined ? [] : [`wrk.method = "POST"`, `wrk.body = ${lua(JSON.stringify(json))}`]),
    ...set,
    ...(isFromManyNetworks
      ? [
          'local n = 0',
          'request = function()',
          `  n = (n + 1) % ${NETWORKS}`,
          '  wrk.headers["x-forwarded-for"] = string.format("10.0.%d.%d", n / 256, n % 256)',
          '  return wrk.format()',
          'end',
        ]
      : []),
  ].join('\n')
}

/** Quotes a Lua string. */
const lua = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
