const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('ok') })
process.stdout.write(`${server.url.href}\n`)
await Bun.stdin.text()
await server.stop(true)
