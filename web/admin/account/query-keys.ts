/** Invalidate these to fetch the data again. */
export const ACCOUNT_KEY = ['/api/admin', 'account']
export const TOKENS_KEY = ['/api/admin', 'tokens']
export const PASSKEYS_KEY = ['/api/admin/account', 'passkeys']

export const PASSKEYS_PATH = '/api/admin/account/passkeys'
export const SESSIONS_PATH = '/api/admin/sessions'

export const ACCOUNT_PAGE = '/admin/account'
