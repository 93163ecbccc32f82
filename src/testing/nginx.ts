import { mkdirSync } from 'node:fs'
import { until } from './time-limits.ts'

/** Debian installs it in a folder that isn't on every user's PATH. */
const nginx = Bun.which('nginx', { PATH: `${process.env.PATH}:/usr/sbin` })

export const isNginxAvailable = nginx !== null

export type Nginx = { url: string; pid: number; [Symbol.asyncDispose](): Promise<void> }

/**
 * Runs nginx as one process on `port` with its files in `root`; `lines` go into its http block. Throws if it doesn't
 * respond.
 */
export async function runNginx(root: string, port: number, lines: string): Promise<Nginx> {
  mkdirSync(root, { recursive: true })
  const file = `${root}/nginx.conf`
  await Bun.write(file, configuration(root, lines))
  const child = Bun.spawn([nginx ?? 'nginx', '-p', root, '-c', file], { stderr: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await until('nginx responds', () => {
    if (child.exitCode !== null) throw new Error(`nginx exited with status ${child.exitCode}`)
    return responds(url)
  })
  return {
    url,
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await child.exited
    },
  }
}

const responds = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

const configuration = (root: string, lines: string) => `
daemon off;
master_process off;
pid ${root}/pid;
error_log ${root}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${root}/body;
  proxy_temp_path ${root}/proxy;
  fastcgi_temp_path ${root}/fastcgi;
  uwsgi_temp_path ${root}/uwsgi;
  scgi_temp_path ${root}/scgi;
  ${lines}
}
`
