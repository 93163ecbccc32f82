/** The first parts of the addresses of everything that tells of competitors' keywords. */
export const KEYWORDS_KEY = ['/api/admin', 'competitor-keywords']
