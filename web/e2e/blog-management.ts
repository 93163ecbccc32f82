import type { Page } from 'playwright-core'
import { openSignedIn, type SetUpServer } from './administration.ts'

export const POSTS = '/api/admin/blog/posts'

export const TEMPLATE = {
  name: 'How-to',
  description: 'Short and practical guides',
  systemPrompt: 'You write plainly.',
  userPromptTemplate: 'Write a post titled {{title}}.',
}

export const postRow = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

export async function choose(page: Page, title: string, action: string) {
  await page.getByRole('button', { name: `More actions for ${title}` }).click()
  return page.getByRole('menuitem', { name: action })
}

export function field(page: Page, name: string) {
  const options = { name, exact: true }
  return page.getByRole('textbox', options).or(page.getByRole('combobox', options))
}

export const editorOf = (page: Page, heading: 'New Post' | 'Edit Post') =>
  page.getByRole('heading', { name: heading, level: 1 })

/** The label depends on whether the new post has been saved automatically. */
export const createButton = (page: Page) => page.getByRole('button', { name: /^(Create Post|Save draft)$/ })

export const back = (page: Page) => page.getByRole('button', { name: 'Back to posts' })

export async function openBlog(page: Page, server: SetUpServer) {
  await openSignedIn(page, server, '/admin/blog')
  await page.getByRole('heading', { name: 'Blog Management' }).waitFor()
}
