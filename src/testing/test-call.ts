import { type Call, createCall } from '#src/http/call.ts'
import { createConcurrencyLimit } from '#src/http/concurrency-limit.ts'

const large = createConcurrencyLimit({ perNetwork: 1, perWideNetwork: 1, total: 1 })

export function testCall(headers: Record<string, string> = {}, peer = '203.0.113.7'): Call {
  const request = new Request('http://example.test/', { headers })
  const call = createCall(request, peer, { siteUrl: undefined, isTrusted: () => false, large })
  if (!call) throw new Error('no such call')
  return call
}
