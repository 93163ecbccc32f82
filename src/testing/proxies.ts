import { findProgram, runDaemon } from './daemon.ts'
import { nginxConfiguration } from './nginx.ts'
import { WAIT_MS } from './time-limits.ts'

/** `target` is a local port. */
type Start = { folder: string; port: number; target: number }

type ReverseProxy = {
  name: string
  program: string
  configuration(start: Start): string
  options(file: string): string[]
  /** Passes a response on only after the client has sent its whole body. */
  waitsForBody?: true
}

/** Debian's, for HTTP/2 without TLS. Their connections to the target are shared by all clients. */
export const PROXIES: ReverseProxy[] = [
  {
    name: 'HAProxy',
    program: 'haproxy',
    configuration: ({ port, target }) => `
defaults
  mode http
  retries 0
  timeout connect ${WAIT_MS}
  timeout client ${WAIT_MS}
  timeout server ${WAIT_MS}
listen proxy
  bind 127.0.0.1:${port} proto h2
  server target 127.0.0.1:${target}
`,
    options: (file) => ['-db', '-f', file],
  },
  {
    name: 'nginx',
    program: 'nginx',
    configuration: ({ folder, port, target }) =>
      nginxConfiguration(
        folder,
        `
  client_max_body_size 0;
  upstream target { server 127.0.0.1:${target}; keepalive 8; }
  server {
    listen 127.0.0.1:${port} http2;
    location / {
      proxy_pass http://target;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_request_buffering off;
      proxy_next_upstream off;
    }
  }`,
      ),
    options: (file) => ['-c', file],
  },
  {
    name: 'Caddy',
    program: 'caddy',
    configuration: ({ port, target }) => `
{
	admin off
	auto_https off
	servers {
		protocols h1 h2c
	}
}
http://127.0.0.1:${port} {
	reverse_proxy 127.0.0.1:${target}
}
`,
    options: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'Apache',
    program: 'apache2',
    configuration: ({ folder, port, target }) => `${apacheConfiguration(folder, ['http2'])}
Listen 127.0.0.1:${port}
Protocols h2c
ProxyPass / http://127.0.0.1:${target}/
`,
    options: (file) => ['-DFOREGROUND', '-f', file],
    waitsForBody: true,
  },
]

const APACHE_MODULES = ['mpm_event', 'authz_core', 'proxy', 'proxy_http']

export const apacheConfiguration = (folder: string, modules: string[]) => `
ServerRoot ${folder}
ServerName 127.0.0.1
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
User www-data
Group www-data
${[...APACHE_MODULES, ...modules].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
`

export const isAvailable = ({ program }: ReverseProxy) => findProgram(program) !== null

/** Throws if the proxy doesn't accept connections. */
export async function startProxy({ program, configuration, options }: ReverseProxy, start: Start) {
  const file = `${start.folder}/${program}.conf`
  await Bun.write(file, configuration(start))
  return runDaemon(program, options(file), start)
}
