/** What these show is fetched anew when they are invalidated. */
export const ACCOUNT_KEY = ['/api/admin', 'account']
export const TOKENS_KEY = ['/api/admin', 'tokens']

export const SESSIONS_PATH = '/api/admin/sessions'
