import manifest from '../package.json' with { type: 'json' }

/**
 * SLSA provenance (https://slsa.dev/spec/v1.1/provenance) of files with the given SHA-256, by name. Without a commit if
 * the sources differ from it. Reproducible: no time. SHA256SUMS lists it, so it is signed as the other files are.
 */
export async function provenanceJson(files: ReadonlyMap<string, string>): Promise<string> {
  const changes = await Bun.$`git status --porcelain`.text()
  const commit = changes === '' ? (await Bun.$`git rev-parse HEAD`.text()).trim() : null
  const lock = new Bun.CryptoHasher('sha256').update(await Bun.file('bun.lock').text()).digest('hex')
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...files].map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:passwright:scripts/release:1',
        externalParameters: { version: manifest.version },
        resolvedDependencies: [
          ...(commit === null ? [] : [{ name: 'sources', digest: { gitCommit: commit } }]),
          { name: 'bun.lock', digest: { sha256: lock } },
          { name: 'bun', uri: `pkg:npm/bun@${Bun.version}` },
        ],
      },
      runDetails: { builder: { id: 'urn:passwright:maintainer' } },
    },
  }
  return `${JSON.stringify(statement, null, 2)}\n`
}
