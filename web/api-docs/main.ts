import 'swagger-ui-dist/swagger-ui.css'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { forget, readStored } from '#web/lib/storage.ts'

const TOKEN = 'adminToken'
const USER = 'adminUser'

await show()

/** Shows the description of the API to whoever is signed in; everyone else is led to the sign-in. */
async function show(): Promise<void> {
  document.documentElement.classList.toggle('dark-mode', readStored('theme') === 'dark')
  const token = readStored(TOKEN)
  if (!token) return location.replace('/admin/login')
  const authorization = `Bearer ${token}`
  const response = await fetch('/api/openapi.json', { headers: { authorization } })
  if (response.status === 401) {
    forget(TOKEN)
    forget(USER)
    return location.replace('/admin/login')
  }
  const place = document.querySelector('#api')
  if (!place) return
  if (!response.ok) {
    place.textContent = 'The description of the API could not be loaded. Please try again.'
    return
  }
  SwaggerUI({
    domNode: place,
    spec: await response.json(),
    deepLinking: true,
    validatorUrl: null,
    defaultModelsExpandDepth: -1,
    docExpansion: 'list',
    requestInterceptor: (request) => {
      request.headers.authorization = authorization
      return request
    },
  })
}
