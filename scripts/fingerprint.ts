/** What a build is made of. Styles are found by reading every file, tests too, so nothing is left out. */
const INPUTS = [
  '{src,web,migrations,scripts}/**/*',
  '{package,tsconfig}.json',
  'bun.lock',
  'vite.config.ts',
  'LICENSE',
]

/** A hash over names and contents of all that a build reads in `folder`; the same for the same checkout anywhere. */
export async function fingerprint(folder: string): Promise<string> {
  const found = await Promise.all(
    INPUTS.map((pattern) => Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: folder }))),
  )
  const hash = new Bun.CryptoHasher('sha256')
  for (const path of found.flat().sort()) {
    const bytes = await Bun.file(`${folder}/${path}`).bytes()
    hash.update(`${path}\0${bytes.byteLength}\0`).update(bytes)
  }
  return hash.digest('hex')
}
