import { Elysia } from 'elysia'
import { AD_FRAME_PATH, ANALYTICS_FRAME_PATH } from '#domain/site.ts'
import type { Deps } from '#src/deps.ts'
import { type EncodedBody, encodeBody, encodedResponse } from '#src/http/encoded-body.ts'
import { framePolicy } from '#src/http/security-headers.ts'
import { once } from '#src/lib/once.ts'
import type { Access } from '#src/sessions/access.ts'
import { fitAd } from '#web/lib/ad-frame-script.ts'
import { relayToTag } from '#web/lib/analytics-frame-script.ts'
import { AD_SANDBOX, ANALYTICS_SANDBOX } from '#web/lib/frame-attributes.ts'
import { GOOGLE_TAG, policyNeedsOf } from './third-parties.ts'

/** Clips content that is taller than the slot. */
const AD_STYLE = [
  ':root{font:1rem/1.5 system-ui,sans-serif}',
  'body{display:flow-root;margin:0;overflow:hidden;text-align:center}',
  'img,video,iframe{max-width:100%}',
].join('')

const HEADERS = {
  'cache-control': 'no-cache',
  'x-frame-options': 'SAMEORIGIN',
  'x-robots-tag': 'noindex',
  // Other values are an error if the sandboxed document is opened directly.
  'cross-origin-opener-policy': 'unsafe-none',
}

type Document = { title: string; script: string; style?: string; body?: string }

export function frameRoutes({ config, adHtml }: Pick<Deps, 'config' | 'adHtml'>, access: Access) {
  const routes = new Elysia().use(access)
  const serve = (path: string, document: Document, makePolicy: () => Promise<string>) => {
    const body = encodeDocument(document)
    const policy = once(makePolicy)
    routes.get(
      path,
      async ({ call }) =>
        encodedResponse(call, body, { ...HEADERS, 'content-security-policy': await policy() }),
      { open: true },
    )
  }

  if (adHtml !== null) {
    const script = serializeCall(fitAd)
    const document = { title: 'Advertisement', script, style: AD_STYLE, body: adHtml }
    serve(AD_FRAME_PATH, document, async () => {
      const { sources, inlineScripts } = await policyNeedsOf(adHtml)
      return framePolicy(AD_SANDBOX, [script, ...inlineScripts], sources)
    })
  }
  if (config.analyticsId !== undefined) {
    const script = serializeCall(relayToTag, config.analyticsId)
    serve(ANALYTICS_FRAME_PATH, { title: 'Analytics', script }, async () =>
      framePolicy(ANALYTICS_SANDBOX, [script], GOOGLE_TAG),
    )
  }
  return routes
}

/** `run` is serialized, so it can't use variables of its scope. */
const serializeCall = <Given extends string[]>(run: (...given: Given) => void, ...given: Given) =>
  `(${run})(${given.map((value) => JSON.stringify(value)).join()})`

function encodeDocument({ title, script, style = '', body = '' }: Document): EncodedBody {
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<base target="_blank">
<style>${style}</style>
<script>${script}</script>
</head>
<body>
${body}
</body>
</html>
`
  return encodeBody(html, 'text/html; charset=utf-8')
}
