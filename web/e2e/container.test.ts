import { expect, test } from 'bun:test'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { IMAGE_USER, image } from '#src/testing/dockerfile.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { freePorts } from '#src/testing/free-ports.ts'
import { until } from '#src/testing/time-limits.ts'
import { EXECUTABLE } from './harness.ts'

/** Mounts and process ids of its own need root. */
const canContain = process.platform === 'linux' && process.getuid?.() === 0

const inRoot = ['--root', '--wd', '--mount', '--pid']

/** What the Dockerfile's last stage contains: the executable, the C library it is linked to, and a data folder. */
function makeRoot(root: string): void {
  for (const folder of ['proc', 'tmp', image.volume]) mkdirSync(join(root, folder))
  chownSync(join(root, image.volume), IMAGE_USER, IMAGE_USER)
  chmodSync(join(root, image.volume), 0o700)
  const libraries =
    Bun.spawnSync(['ldd', EXECUTABLE])
      .stdout.toString()
      .match(/\/\S+\.so\S*/g) ?? []
  const files = [
    { from: EXECUTABLE, to: image.command[0] ?? '' },
    ...libraries.map((path) => ({ from: path, to: path })),
  ]
  for (const { from, to } of files) {
    mkdirSync(dirname(join(root, to)), { recursive: true })
    copyFileSync(from, join(root, to))
  }
  chmodSync(root, 0o755)
}

const CONTAIN = `
  root=$1; shift
  mount --bind "$root" "$root" && mount -o remount,bind,ro "$root"
  mount --bind "$root.data" "$root${image.volume}"
  mount -t tmpfs tmpfs "$root/tmp"
  mount -t proc proc "$root/proc"
  exec chroot --userspec=${IMAGE_USER}:${IMAGE_USER} "$root" "$@"`

test.skipIf(!canContain)(
  'as process 1 of a container with a read-only root, the server is healthy, writes to its volume only and stops',
  async () => {
    using folder = temporaryFolder()
    chmodSync(folder.path, 0o755)
    const root = join(folder.path, 'root')
    mkdirSync(root)
    makeRoot(root)
    mkdirSync(`${root}.data`, { mode: 0o700 })
    chownSync(`${root}.data`, IMAGE_USER, IMAGE_USER)
    const [port = 0] = await freePorts(1)
    const env = { ...image.env, PORT: String(port), PATH: '/usr/sbin:/usr/bin:/bin' }
    const contain = [
      'unshare',
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-ec',
      CONTAIN,
      'sh',
      root,
    ]
    await using container = Bun.spawn([...contain, ...image.command], { env, stdout: 'pipe', stderr: 'pipe' })
    const children = `/proc/${container.pid}/task/${container.pid}/children`
    const pid = await until('the namespace has a process', () => Number(readFileSync(children, 'utf8')))
    const enter = ['nsenter', `--target=${pid}`, ...inRoot, `--setuid=${IMAGE_USER}`]
    await until(
      'the health check passes',
      () => Bun.spawnSync([...enter, ...image.health], { env }).exitCode === 0,
    )

    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    expect(status).toMatch(
      new RegExp(`^Uid:\\s+${IMAGE_USER}\\s+${IMAGE_USER}\\s+${IMAGE_USER}\\s+${IMAGE_USER}$`, 'm'),
    )
    expect(status).toMatch(/^NSpid:\s+\d+\s+1$/m)
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    expect(readdirSync(`${root}.data`)).toContain('passwright.db')
    expect(statSync(`${root}.data/secrets.key`)).toMatchObject({ uid: IMAGE_USER, mode: 0o100600 })

    process.kill(pid, 'SIGTERM')
    expect(await container.exited).toBe(0)
    const log = await new Response(container.stdout).text()
    expect(log).toMatch(/Create the first administrator at \S+#code=[\da-f]{20}\n/)
    expect(log).toContain('info stopped')
    expect(log).not.toContain('without the code')
    expect(await new Response(container.stderr).text()).toBe('')
  },
)
