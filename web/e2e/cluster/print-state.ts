import { readFileSync } from 'node:fs'
import type { Cluster } from './cluster.ts'
import { sendRequest } from './request.ts'

const LAST_LINES = 5

/** Prints what every process is doing after a failure. */
export async function printState({ instances, primary, replica }: Cluster): Promise<void> {
  for (const [number, instance] of instances.entries()) {
    const checks = ['/healthz', '/readyz', '/metrics'].map(async (path) => {
      const began = performance.now()
      const { status } = await sendRequest(instance.url + path)
      return `${path} ${status} in ${Math.round(performance.now() - began)} ms`
    })
    print(`instance ${number}: ${processOf(instance.pid())}; ${(await Promise.all(checks)).join(', ')}`)
    for (const line of instance.output().trimEnd().split('\n').slice(-LAST_LINES))
      print(`  ${line.slice(0, 300)}`)
  }
  for (const [name, { pid }] of Object.entries({ primary, replica })) print(`${name}: ${processOf(pid())}`)
}

const print = (line: string) => process.stdout.write(`${line}\n`)

function processOf(pid: number): string {
  try {
    const state = /^State:\s+(.*)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return `process ${pid}, ${state}, ${readFileSync(`/proc/${pid}/wchan`, 'utf8')}`
  } catch {
    return `no process ${pid}`
  }
}
