/** The address, with the name of the source behind it, of a module that starts it hot. */
export const DEV_ENTRY = '/@dev/'
