export const POSTS_PATH = '/api/admin/blog/posts'
