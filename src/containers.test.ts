import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import * as z from 'zod/mini'
import { readConfig, SETTINGS } from './config.ts'
import { DOCKERFILE, IMAGE_USER, image } from './testing/dockerfile.ts'
import { temporaryFolder } from './testing/folder.ts'
import { isNginxAvailable, nginxConfiguration } from './testing/nginx.ts'

const ROOT = join(import.meta.dir, '..')
const FILES = ['compose.yaml', 'compose.cluster.yaml']

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const names = z.record(z.string(), z.unknown())

/** What these tests need of a file that matches the specification's schema. */
const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      environment: z._default(z.record(z.string(), z.string()), {}),
      ports: z.optional(z.array(z.string())),
      volumes: z._default(z.array(z.string()), []),
      secrets: z._default(z.array(z.string()), []),
      depends_on: z._default(z.array(z.string()), []),
      networks: z._default(
        z.union([
          z.array(z.string()),
          z.record(z.string(), z.object({ ipv4_address: z.optional(z.string()) })),
        ]),
        [],
      ),
      healthcheck: z.optional(z.looseObject({ test: z.array(z.string()) })),
    }),
  ),
  volumes: names,
  secrets: z._default(names, {}),
  networks: z.record(
    z.string(),
    z.object({
      internal: z.optional(z.boolean()),
      ipam: z.optional(z.object({ config: z.array(z.object({ subnet: z.string(), gateway: z.string() })) })),
    }),
  ),
  configs: z._default(z.record(z.string(), z.object({ content: z.string() })), {}),
})

const compose = (file: string) => z.parse(Compose, Bun.YAML.parse(read(file)))

const servicesOf = (file: string) =>
  Object.entries(compose(file).services).map(([name, service]) => ({ name, ...service }))

const ours = (file: string) => servicesOf(file).filter(({ image }) => image === 'passwright')

test.each(FILES)('%s matches the schema of the Compose specification', (file) => {
  const { $schema: _, ...schema } = JSON.parse(read('src/testing/fixtures/compose-spec.json'))
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const validate = ajv.compile(schema)
  validate(Bun.YAML.parse(read(file)))
  expect(validate.errors).toBe(null)
  expect(validate({ services: { a: { image: 'b', port: ['1:1'] } } })).toBe(false)
})

test.each(FILES)('%s publishes ports for this machine only', (file) => {
  const published = servicesOf(file).flatMap(({ ports = [] }) => ports)
  expect(published).toHaveLength(1)
  for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:3000:\d+$/)
})

test.each(FILES)('%s uses only settings that exist, and values that are valid', (file) => {
  const known = SETTINGS.flatMap(({ env, isSecret }) => (isSecret ? [env, `${env}_FILE`] : [env]))
  for (const { environment } of ours(file)) {
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([])
    const inForce = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-(.*)\}/, '$1'),
    ])
    expect(readConfig([], { ...image.env, ...Object.fromEntries(inForce) })).toMatchObject({
      host: '0.0.0.0',
      setupCode: 'always',
      siteUrl: 'http://localhost:3000',
    })
  }
})

test.each(FILES)('%s refers only to services, volumes, networks and secrets that it has', (file) => {
  const { volumes, secrets, networks } = compose(file)
  const services = servicesOf(file)
  for (const service of services) {
    const used = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks)
    expect(Object.keys(networks)).toEqual(expect.arrayContaining(used))
    expect(services.map(({ name }) => name)).toEqual(expect.arrayContaining(service.depends_on))
    for (const volume of service.volumes) expect(volumes).toHaveProperty([volume.split(':')[0] ?? ''])
    for (const secret of service.secrets) expect(secrets).toHaveProperty([secret])
    const files = Object.values(service.environment).filter((value) => value.startsWith('/run/secrets/'))
    expect(files.map((path) => path.replace('/run/secrets/', '')).sort()).toEqual(service.secrets.toSorted())
  }
  expect(ours(file).length).toBe(file === 'compose.yaml' ? 1 : 3)
})

test.each(FILES)('%s runs this program without privileges, on a read-only file system', (file) => {
  for (const service of ours(file))
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
      stop_grace_period: '20s',
      healthcheck: { test: ['CMD', ...image.health] },
    })
})

const addressOf = (file: string, name: string) => {
  const used = compose(file).services[name]?.networks ?? []
  return Array.isArray(used) ? undefined : used.front?.ipv4_address
}

test('only the proxy is trusted, and only instances reach the database', () => {
  const [gateway] = compose('compose.yaml').networks.default?.ipam?.config ?? []
  expect(ours('compose.yaml')[0]?.environment.TRUST_PROXY).toBe(gateway?.gateway)

  const file = 'compose.cluster.yaml'
  for (const { environment, name } of ours(file)) {
    expect(environment.TRUST_PROXY).toBe(addressOf(file, 'nginx'))
    expect(read(file)).toContain(`server ${addressOf(file, name)}:3000 `)
  }
  expect(new Set(ours(file).map(({ name }) => addressOf(file, name))).size).toBe(3)
  expect(compose(file).networks.database).toEqual({ internal: true })
  expect(addressOf(file, 'database')).toBeUndefined()
  expect(Object.keys(compose(file).services.nginx?.networks ?? {})).toEqual(['front'])
})

test.skipIf(!isNginxAvailable)('nginx accepts the configuration of the cluster', async () => {
  using folder = temporaryFolder()
  const { content } = compose('compose.cluster.yaml').configs.nginx ?? { content: '' }
  const path = join(folder.path, 'nginx.conf')
  await Bun.write(path, nginxConfiguration(folder.path, content.replaceAll('$$', '$')))
  const checked = Bun.spawnSync(['nginx', '-t', '-q', '-c', path], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  })
  expect(checked.stderr.toString()).toBe('')
  expect(checked.exitCode).toBe(0)
})

test('the image builds for its own architecture without emulation, from images pinned by digest', () => {
  const stages = Array.from(DOCKERFILE.matchAll(/^FROM (.*)$/gm), ([, stage = '']) => stage)
  expect(stages).toHaveLength(2)
  for (const stage of stages) expect(stage).toMatch(/@sha256:[\da-f]{64}/)
  expect(stages[0]).toStartWith('--platform=$BUILDPLATFORM ')
  expect(stages[1]).toStartWith('gcr.io/distroless/base-nossl-debian12:nonroot@')
  expect(read('docs/operating.md')).toContain(String(IMAGE_USER))
})
