import { mkdirSync } from 'node:fs'
import { type Daemon, findProgram, runDaemon } from './daemon.ts'

export type Nginx = Daemon

export const isNginxAvailable = findProgram('nginx') !== null

/**
 * Runs nginx as one process on `port` with its files in `root`; `lines` go into its http block. Throws if it doesn't
 * accept connections.
 */
export async function runNginx(root: string, port: number, lines: string): Promise<Nginx> {
  mkdirSync(root, { recursive: true })
  const file = `${root}/nginx.conf`
  await Bun.write(file, nginxConfiguration(root, lines))
  return runDaemon('nginx', ['-p', root, '-c', file], { folder: root, port })
}

export const nginxConfiguration = (root: string, lines: string) => `
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
