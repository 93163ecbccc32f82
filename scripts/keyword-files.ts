const HEADER =
  'Keyword,Position,Previous position,Search Volume,Keyword Difficulty,CPC,URL,Traffic,Traffic (%),Traffic Cost,Competition,Number of Results,Trends,Timestamp,SERP Features by Keyword,Keyword Intents,Position Type'

const WORDS =
  'password generator strong secure random online free best tool manager checker safe login wifi'.split(' ')

/** Pseudo-random integer below `limit`. */
const pick = (seed: number, limit: number) => (Math.imul(seed + 1, 2_654_435_761) >>> 8) % limit

/** A row as in SEMrush exports. */
export function exportedRow(index: number): string[] {
  const words = Array.from(
    { length: 2 + (index % 3) },
    (_, word) => WORDS[pick(index * 5 + word, WORDS.length)],
  )
  const keyword = `${words.join(' ')} ${index}`
  const share = (seed: number) => (pick(index + seed, 100) / 100).toFixed(2)
  return [
    keyword,
    String(1 + pick(index, 100)),
    String(1 + pick(index + 1, 100)),
    String(pick(index + 2, 90_000)),
    String(pick(index + 3, 100)),
    share(4),
    `https://example.com/${keyword.replaceAll(' ', '-')}`,
    String(pick(index + 5, 5_000)),
    share(6),
    String(pick(index + 7, 900)),
    share(8),
    String(pick(index + 9, 100_000_000)),
    Array.from({ length: 6 }, (_, month) => share(month)).join(','),
    '2026-03-14',
    'Sitelinks, Reviews',
    'informational',
    'Organic',
  ]
}

/** A CSV file of at most `bytes` bytes. */
export function exportedFile(bytes: number): { csv: string; count: number } {
  const lines = [HEADER]
  let length = HEADER.length + 1
  for (;;) {
    const line = exportedRow(lines.length).map(quoted).join(',')
    if (length + line.length + 1 > bytes) break
    length += line.length + 1
    lines.push(line)
  }
  return { csv: `${lines.join('\n')}\n`, count: lines.length - 1 }
}

const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell)

/** Writes an upload request of `count` rows to a file. */
export async function writeBody(path: string, count: number, uploadBatch: string): Promise<number> {
  const names = HEADER.split(',')
  const file = Bun.file(path).writer()
  file.write('{"csvData":[')
  for (let index = 0; index < count; index++) {
    const row = exportedRow(index)
    const object = Object.fromEntries(names.map((name, column) => [name, row[column]]))
    file.write((index === 0 ? '' : ',') + JSON.stringify(object))
  }
  file.write(`],"uploadBatch":${JSON.stringify(uploadBatch)}}`)
  await file.end()
  return Bun.file(path).size
}
