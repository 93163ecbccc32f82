export const ACCOUNT_PATH = '/api/admin/account'
export const TOKENS_PATH = '/api/admin/tokens'
export const PASSKEYS_PATH = '/api/admin/account/passkeys'
export const SESSIONS_PATH = '/api/admin/sessions'

export const ACCOUNT_PAGE = '/admin/account'
