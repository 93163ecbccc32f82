/** What search results and feed readers show of the blog. */
export const BLOG_DESCRIPTION =
  'Security insights and password best practices in plain words: choosing and keeping passwords, managers, passkeys, second factors and privacy.'
