/** Followed by the slug of a post. */
export const COVERS_PATH = '/covers/'
