export const UPPERCASE = { all: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', clear: 'ABCDEFGHJKLMNPQRSTUVWXYZ' }
export const LOWERCASE = { all: 'abcdefghijklmnopqrstuvwxyz', clear: 'abcdefghijkmnopqrstuvwxyz' }
export const NUMBERS = { all: '0123456789', clear: '23456789' }
export const SYMBOLS = '!@#$%^&*()_+-=[]{}|;:,.<>?'
