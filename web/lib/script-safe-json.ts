/** JSON that can't close its script element or open a comment. */
export const scriptSafeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
