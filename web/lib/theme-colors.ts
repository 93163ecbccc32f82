export const THEME_COLORS = { light: '#f7fbfb', dark: '#0a1213' }
