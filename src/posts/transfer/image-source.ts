/** What became of an image that a post shows. */
export type FoundImage = { path: string } | { reason: string }

/** Where the images of a file are now. */
export type ImageSource = {
  /** Its address here, or why it has none; null where images are not asked for. */
  find(url: string): FoundImage | null
}

export const NO_IMAGES: ImageSource = { find: () => null }

/** Notes the images that a reader asks for, as far as they are wanted; none of them is known yet. */
export function collectImages(isWanted: (url: string) => boolean): ImageSource & { urls: Set<string> } {
  const urls = new Set<string>()
  return {
    urls,
    find: (url) => {
      if (url !== '' && isWanted(url)) urls.add(url)
      return null
    },
  }
}
