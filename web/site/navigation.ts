export type NavigationLink = { to: string; label: string; about: string }

/** The three menus of the header; footer and side menu repeat them. */
export const navigation: { label: string; links: NavigationLink[] }[] = [
  {
    label: 'Tools',
    links: [
      { to: '/', label: 'Password Generator', about: 'A strong random password in one click' },
      { to: '/password-checker', label: 'Password Checker', about: 'See how strong a password is' },
    ],
  },
  {
    label: 'Resources',
    links: [
      { to: '/security-tips', label: 'Security Tips', about: 'What makes accounts safe today' },
      { to: '/blog', label: 'Blog', about: 'Notes on passwords and privacy' },
    ],
  },
  {
    label: 'Support',
    links: [
      { to: '/contact', label: 'Contact', about: 'Answers, help and a way to write to us' },
      { to: '/sitemap', label: 'Sitemap', about: 'Every page at a glance' },
    ],
  },
]
