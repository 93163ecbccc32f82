import { readdirSync, readFileSync } from 'node:fs'
import { temporaryFolder } from '#src/testing/folder.ts'
import { EXECUTABLE, startServer } from '#web/e2e/harness.ts'
import { type Bench, interleaved, quantile } from '../measure.ts'

const STARTS = 11

const EMPTY = `
  const { port } = Bun.serve({ port: 0, fetch: () => new Response('ok') })
  process.on('SIGTERM', () => process.exit())
  console.log('It is listening on http://localhost:' + port + ', without data')
`

type Start = { ms: number; cpuMs: number; megabytes: number }

export const bench: Bench = {
  about: 'Time, processor time and memory until the first response, compared with an empty program',
  usage: '[EARLIER_EXECUTABLE]',
  async run([earlier]) {
    using folder = temporaryFolder()
    const starts = await measureStarts(folder.path, {
      'an empty program': { executable: await compileEmpty(folder.path), path: '/' },
      ...(earlier && { 'an earlier one, /healthz': { executable: earlier, path: '/healthz' } }),
      'Passwright, /healthz': { executable: EXECUTABLE, path: '/healthz' },
      'Passwright, /': { executable: EXECUTABLE, path: '/' },
    })
    return [
      ['first response of', 'ms', 'CPU ms', 'MB'],
      ...[...starts].map(([name, { ms, cpuMs, megabytes }]) => [
        name,
        ...[ms, cpuMs, megabytes].map((figure) => figure.toFixed(0)),
      ]),
    ]
  },
}

/** Medians. The first start of each program, which creates the database, isn't counted. */
async function measureStarts(
  folder: string,
  programs: Record<string, { executable: string; path: string }>,
): Promise<Map<string, Start>> {
  const subjects = Object.entries(programs).map(([name, { executable, path }]) => {
    const flags = ['--data', `${folder}/${Bun.hash(executable).toString(36)}`]
    return [name, () => start(executable, flags, path)] as const
  })
  for (const [, measure] of subjects) await measure()
  const measured = await interleaved(STARTS, Object.fromEntries(subjects))
  return new Map(
    [...measured].map(([name, starts]) => {
      const median = (key: keyof Start) => quantile(starts.map((each) => each[key]))
      return [name, { ms: median('ms'), cpuMs: median('cpuMs'), megabytes: median('megabytes') }]
    }),
  )
}

async function start(executable: string, flags: string[], path: string): Promise<Start> {
  const started = performance.now()
  await using server = await startServer({ executable, flags })
  await (await fetch(server.url + path)).bytes()
  const ms = performance.now() - started
  const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
  return { ms, cpuMs: threadsMs(server.pid), megabytes: Number(resident) / 1024 }
}

/** Of all threads: more exact than the ticks of processMs. */
function threadsMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const ran = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return ran.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
}

async function compileEmpty(folder: string): Promise<string> {
  await Bun.write(`${folder}/empty.ts`, EMPTY)
  const outfile = `${folder}/empty`
  await Bun.build({
    entrypoints: [`${folder}/empty.ts`],
    target: 'bun',
    format: 'esm',
    bytecode: true,
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  })
  return outfile
}
