/** What people call the palette's entries, by their ids. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  '/admin/dashboard': 'home overview start',
  '/admin/dashboard?tab=contacts': 'messages inbox mail email submissions enquiries replies',
  '/admin/dashboard?tab=metrics':
    'statistics stats analytics visitors visits traffic views charts csv export',
  '/admin/blog': 'posts articles drafts pages images publish writing',
  '/admin/redirects': 'former old addresses permalinks 301 moved import',
  '/admin/website-analyzer': 'seo competitors crawler sites keywords',
  '/admin/dashboard?tab=users':
    'accounts people team roles permissions administrators moderators password reset',
  '/admin/settings': 'configuration options preferences setup',
  '/admin/settings#keywords-title': 'csv upload import semrush ahrefs seo',
  '/admin/settings#prompts-title': 'system prompts instructions',
  '/admin/settings#provider-title': 'openai chatgpt gpt llm ollama model api key',
  '/admin/settings#notices-title': 'smtp email mail notifications alerts messages',
  '/admin/settings#second-step-title': '2fa mfa totp two-factor required',
  '/admin/settings#configuration-title': 'environment variables flags options smtp port',
  '/admin/dashboard?tab=audit': 'history activity events security changes',
  '/admin/dashboard?tab=backups': 'restore recovery snapshots database download export s3',
  account:
    'profile me tokens api key 2fa mfa totp two-factor second step authenticator passkeys webauthn recovery codes sessions devices password change',
  theme: 'dark light mode night appearance colors',
  website: 'site public home visit',
  logout: 'sign out log exit',
}
