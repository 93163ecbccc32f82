declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type Options = {
    domNode: Element
    spec: unknown
    deepLinking?: boolean
    validatorUrl?: null
    defaultModelsExpandDepth?: number
    docExpansion?: 'list' | 'full' | 'none'
    requestInterceptor?: <Request extends { headers: Record<string, string> }>(request: Request) => Request
  }
  export default function SwaggerUI(options: Options): void
}
