/** The page's ground in each theme, for what can't read the stylesheet: the browser's bars and the installed app. */
export const THEME_COLORS = { light: '#f7fbfb', dark: '#0a1213' }
