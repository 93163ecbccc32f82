/** How to configure the AI provider. */
export const PROVIDER_SETUP =
  'Start the server with OPENAI_API_KEY, or with OPENAI_BASE_URL for a server of your own.'
