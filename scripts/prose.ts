/** The documentation without tables and code: about 5,000 words of prose. */
export async function readProse(): Promise<string> {
  const pages = (await Array.fromAsync(new Bun.Glob('docs/*.md').scan())).sort()
  const texts = await Promise.all(pages.map((page) => Bun.file(page).text()))
  return texts.join('\n').replace(/^[|`].*$/gm, '')
}
