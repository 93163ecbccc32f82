import { THEME_COLORS } from '#web/lib/theme-colors.ts'

export function webManifest(siteName: string) {
  return {
    id: '/',
    name: siteName,
    short_name: siteName,
    description:
      'Generates strong random passwords and rates the ones you have, right on your device. Works offline.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    categories: ['security', 'utilities'],
    icons: [
      icon('/icon-192.png', 192),
      icon('/icon-512.png', 512),
      { ...icon('/icon-maskable-512.png', 512), purpose: 'maskable' },
    ],
    shortcuts: [{ name: 'Password checker', url: '/password-checker' }],
  }
}

const icon = (src: string, size: number) => ({ src, sizes: `${size}x${size}`, type: 'image/png' })
