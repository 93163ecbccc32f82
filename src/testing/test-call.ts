import { type Call, describeCall } from '#src/http/call.ts'
import { createHolds } from '#src/http/holds.ts'

const large = createHolds({ ofNetwork: 1, ofWideNetwork: 1, ofEveryone: 1 })

/** What the server knows of a request for the home page, with these headers. */
export function testCall(headers: Record<string, string> = {}, peer = '203.0.113.7'): Call {
  const request = new Request('http://example.test/', { headers })
  const call = describeCall(request, peer, { siteUrl: undefined, isTrusted: () => false, large })
  if (!call) throw new Error('no such call')
  return call
}
