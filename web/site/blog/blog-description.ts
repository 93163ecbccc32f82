/** The description in search results and feeds. */
export const BLOG_DESCRIPTION =
  'Security insights and password best practices in plain English: choosing and storing passwords, password managers, passkeys, two-factor authentication, and privacy.'
