const BLOCK = 'M8 1h16a7 7 0 0 1 7 7v16a7 7 0 0 1-7 7H8a7 7 0 0 1-7-7V8a7 7 0 0 1 7-7Z'

export const KEYHOLE_PATH = 'M16 8.5a4.5 4.5 0 0 0-2.3 8.37L12.4 23.5h7.2l-1.3-6.63A4.5 4.5 0 0 0 16 8.5Z'

/** A rounded square with a keyhole, 32 × 32; the source of all icons. */
export const BRAND_PATH = BLOCK + KEYHOLE_PATH
