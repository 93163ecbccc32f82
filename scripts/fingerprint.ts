/** Includes tests, because Tailwind scans all files. */
const INPUTS = [
  '{src,web,migrations,scripts}/**/*',
  '{package,tsconfig}.json',
  'bun.lock',
  'vite.config.ts',
  'LICENSE',
]

/** A hash of the names and contents of all build inputs. */
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
