/** Answers every request with the body in a file and the headers given as JSON: as little as a server can do. */
const [path = '', headers = '{}'] = process.argv.slice(2)
const body = await Bun.file(path).bytes()
const fixed: Record<string, string> = JSON.parse(headers)
const { port } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response(body, { headers: fixed }),
})
process.stdout.write(`bare server listens on http://127.0.0.1:${port}, nothing else\n`)
