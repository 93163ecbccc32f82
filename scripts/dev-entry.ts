/** URL prefix of modules that load an entry with hot reload. */
export const DEV_ENTRY = '/@dev/'
