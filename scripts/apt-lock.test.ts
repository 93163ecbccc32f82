import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'

const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/perl')

/** Prints a line once it has apt's lock on a file, and keeps it until its input ends. */
const HOLD = `use Fcntl; open my $file, '>>', $ARGV[0]; $| = 1;
my $lock = pack 's s l! l! i', F_WRLCK, 0, 0, 0, 0; fcntl $file, F_SETLK, $lock or die; print "locked\n"; <STDIN>`

test.skipIf(!canInstall).each(['state/lists/lock', 'cache/archives/lock', 'dpkg/lock-frontend'])(
  'packages are installed once another apt-get lets go of %s',
  async (lock) => {
    using folder = temporaryFolder()
    const path = (name: string) => join(folder.path, name)
    for (const name of ['state/lists/partial', 'cache/archives/partial', 'dpkg', 'etc/apt.conf.d'])
      mkdirSync(path(name), { recursive: true })
    writeFileSync(path('dpkg/status'), '')
    const settings = {
      State: 'state',
      'State::status': 'dpkg/status',
      Cache: 'cache',
      Etc: 'etc',
      'Etc::sourceparts': 'etc/apt.conf.d',
    }
    const lines = Object.entries(settings).map(([name, value]) => `Dir::${name} "${path(value)}";\n`)
    writeFileSync(path('apt.conf'), lines.join(''))
    const holder = Bun.spawn(['perl', '-e', HOLD, path(lock)], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'ignore',
    })
    await holder.stdout.getReader().read()
    const installing = Bun.spawn(['bash', '-c', '. scripts/lib.sh; install_debian'], {
      cwd: join(import.meta.dir, '..'),
      env: { PATH: process.env.PATH, APT_CONFIG: path('apt.conf') },
      stderr: 'pipe',
    })
    const said = await installing.stderr.getReader().read()
    expect(new TextDecoder().decode(said.value)).toBe('Waiting for another apt-get to finish\n')
    holder.stdin.end()
    expect(await installing.exited).toBe(0)
  },
)
