import { join } from 'node:path'
import { isNginxAvailable, type Nginx, runNginx } from '#src/testing/nginx.ts'

const SCALING_PAGE = join(import.meta.dir, '../../../docs/scaling.md')

if (!isNginxAvailable) process.stdout.write('nginx is missing: skipping the cluster test\n')

/** Starts nginx, configured as documented, as a proxy for servers on `ports`. */
export async function startProxy(folder: string, ports: readonly number[], port: number): Promise<Nginx> {
  return runNginx(join(folder, 'nginx'), port, await documentedConfig(ports, port))
}

/** The documented configuration with these ports. */
async function documentedConfig(ports: readonly number[], port: number): Promise<string> {
  const text = await Bun.file(SCALING_PAGE).text()
  const [, lines] = /^```nginx\n(.*?)^```/ms.exec(text) ?? []
  if (lines === undefined) throw new Error('docs/scaling.md has no nginx configuration')
  const rest = [...ports]
  const adapted = lines
    .replaceAll(
      /^ *server 127\.0\.0\.1:\d+/gm,
      () => `${rest.length > 0 ? '' : '# '}server 127.0.0.1:${rest.shift()}`,
    )
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
  if (rest.length > 0) throw new Error('docs/scaling.md has fewer servers')
  return adapted
}
