import type { CustomPage } from '#domain/site.ts'
import type { Config } from './config.ts'
import { checkRecipients } from './lib/age.ts'
import { readBranding } from './site/branding.ts'
import { checkPublished, type IsPrivate, privateFilesOf } from './site/private-files.ts'
import { openPublicFolder } from './site/public-folder.ts'
import { readAdHtml } from './site/third-parties.ts'
import { publishWordList } from './site/word-list.ts'

/** Reads and checks what the settings name, before anything is written. Throws StartError. */
export async function readGivenFiles(config: Config) {
  const { backupRecipients, publicDir, pagesDir, adSlotHtmlFile, wordListFile } = config
  await checkRecipients(backupRecipients)
  await checkPublished(config)
  const isPrivate = privateFilesOf(config)
  return {
    publicFolder: publicDir === undefined ? null : await openPublicFolder(publicDir, isPrivate),
    adHtml: adSlotHtmlFile === undefined ? null : await readAdHtml(adSlotHtmlFile),
    customPages: pagesDir === undefined ? [] : await readPages(pagesDir, isPrivate),
    wordList: wordListFile === undefined ? null : await publishWordList(wordListFile),
    branding: await readBranding(config),
  }
}

/** Lazy, because most sites have none. */
async function readPages(folder: string, isPrivate: IsPrivate): Promise<CustomPage[]> {
  const { readCustomPages } = await import('./site/custom-pages.ts')
  return readCustomPages(folder, isPrivate)
}
