/** JSON that can't end, or open a comment in, the script element it stands in. */
export const scriptSafeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
