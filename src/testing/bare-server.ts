/** Prints the address of a server that does nothing else than answer. */
const { url } = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('ok') })
process.stdout.write(`${url.href}\n`)
