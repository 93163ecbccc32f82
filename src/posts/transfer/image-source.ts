export type FoundImage = { path: string } | { reason: string }

export type ImageSource = {
  find(url: string): FoundImage | null
}

export const NO_IMAGES: ImageSource = { find: () => null }

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
