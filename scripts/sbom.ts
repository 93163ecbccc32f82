import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import lock from '../bun.lock'
import manifest from '../package.json' with { type: 'json' }
import type { Package } from './licenses.ts'

/** The executable's software bill of materials in CycloneDX 1.6 JSON: Bun and `packages`. Reproducible: no time, no random id. */
export function sbomJson(packages: Package[]): string {
  const product = new Models.Component(Enums.ComponentType.Application, manifest.name, {
    version: manifest.version,
    bomRef: manifest.name,
    licenses: licensesOf(manifest.license),
  })
  const runtime = new Models.Component(Enums.ComponentType.Platform, 'bun', {
    version: Bun.version,
    bomRef: purlOf('bun', Bun.version),
    purl: purlOf('bun', Bun.version),
    licenses: licensesOf('MIT'),
  })
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: product }) })
  for (const component of [runtime, ...uniquePackages(packages).map(componentOf)])
    bom.components.add(component)
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

const uniquePackages = (packages: Package[]): Package[] => [
  ...new Map(packages.map((each) => [`${each.name}@${each.version}`, each])).values(),
]

function componentOf({ name, version, license }: Package): Models.Component {
  const [, group, shortName = name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name) ?? []
  const sha512 = sha512Of(name, version)
  return new Models.Component(Enums.ComponentType.Library, shortName, {
    ...(group ? { group } : {}),
    version,
    bomRef: purlOf(name, version),
    purl: purlOf(name, version),
    licenses: licensesOf(license),
    hashes: new Models.HashDictionary(sha512 ? [[Enums.HashAlgorithm['SHA-512'], sha512]] : []),
  })
}

const purlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

const licensesOf = (license: string) =>
  new Models.LicenseRepository([
    / (?:OR|AND|WITH) /.test(license)
      ? new Models.LicenseExpression(license.replace(/^\((.*)\)$/, '$1'))
      : new Models.SpdxLicense(license),
  ])

/** In hex; undefined for a package that bun.lock doesn't list. */
function sha512Of(name: string, version: string): string | undefined {
  for (const entry of Object.values(lock.packages)) {
    const integrity = entry.at(-1)
    if (entry[0] === `${name}@${version}` && typeof integrity === 'string') {
      return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    }
  }
}
