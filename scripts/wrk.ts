import { processorMs } from './listening.ts'

/** One request, sent over and over. With `isFromMany` each comes from another network, as a trusted proxy tells it. */
export type Asked = {
  url: string
  headers?: Record<string, string>
  /** Sent as JSON by POST. */
  json?: unknown
  isFromMany?: boolean
}

/** Microseconds of the server's own processor time (user and system) for each answer, and answers a second. */
export type Cost = { micros: number; perSecond: number; answers: number }

const CONNECTIONS = 32

/** So many that none of them asks more often than it may. */
const NETWORKS = 8192

/** Puts a load on the server `pid` by wrk for so many seconds. Throws when an answer was an error. */
export async function costOf(
  asked: Asked,
  { pid, seconds, folder }: { pid: number; seconds: number; folder: string },
) {
  const script = `${folder}/${Bun.hash(JSON.stringify(asked)).toString(36)}.lua`
  await Bun.write(script, scriptOf(asked))
  const before = processorMs(pid)
  const command = ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, asked.url]
  const { stdout, success } = Bun.spawnSync(command)
  const told = stdout.toString()
  const answers = Number(/(\d+) requests in/.exec(told)?.[1])
  if (!success || !answers || /Non-2xx|Socket errors/.test(told)) throw new Error(`${asked.url}: ${told}`)
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(told)?.[1])
  return { micros: ((processorMs(pid) - before) * 1000) / answers, perSecond, answers }
}

function scriptOf({ headers = {}, json, isFromMany = false }: Asked): string {
  const all = { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) }
  const set = Object.entries(all).map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`)
  return [
    ...(json === undefined ? [] : [`wrk.method = "POST"`, `wrk.body = ${lua(JSON.stringify(json))}`]),
    ...set,
    ...(isFromMany
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

/** A text as Lua writes it. */
const lua = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
