import type { Bench } from './measure.ts'

/** One benchmark per file. */
const names = (await Array.fromAsync(new Bun.Glob('*.ts').scan('scripts/benches')))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort()

const [name = '', ...args] = process.argv.slice(2)
const bench = names.includes(name) ? (await load(name)).bench : null
const rows = bench === null || (args.length > 0 && bench.usage === undefined) ? null : await bench.run(args)
if (bench === null || rows === null) {
  process.stderr.write(`Usage: scripts/bench NAME\n\n${(await describeAll()).join('\n')}\n`)
  process.exit(2)
}
process.stdout.write(`${bench.about}\n\n${table(rows)}\n`)
process.exit(0)

function load(name: string): Promise<{ bench: Bench }> {
  return import(`./benches/${name}.ts`)
}

function describeAll(): Promise<string[]> {
  const width = Math.max(...names.map(({ length }) => length)) + 2
  return Promise.all(
    names.map(async (name) => {
      const { bench } = await load(name)
      return `  ${name.padEnd(width)}${bench.about}${bench.usage === undefined ? '' : ` (${bench.usage})`}`
    }),
  )
}

function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('   '),
    )
    .join('\n')
}
