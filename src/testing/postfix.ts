import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SELF_SIGNED } from './certificates.ts'
import { runDaemon, unpacked } from './daemon.ts'
import { freePorts } from './free-ports.ts'

const ROOT = unpacked('postfix')
const PROGRAMS = join(ROOT, 'usr/lib/postfix/sbin')
const MACHINE = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
const LIBRARIES = ['usr/lib/postfix', `usr/lib/${MACHINE}`, `lib/${MACHINE}`].map((path) => join(ROOT, path))
const WRAPPERS = ['nss', 'uid'].map((name) => join(ROOT, 'usr/lib', MACHINE, `lib${name}_wrapper.so`))

const QUEUES = ['active', 'bounce', 'corrupt', 'deferred', 'incoming', 'pid', 'private', 'public']
const MAILBOXES = ['ops', 'ada'].flatMap((name) => [`${name}/new`, `${name}/tmp`])
const FOLDERS = ['data', ...MAILBOXES, ...QUEUES.map((name) => `spool/${name}`)]

export const isPostfixAvailable = existsSync(join(PROGRAMS, 'master'))

/**
 * Runs Postfix with a self-signed certificate and all its files in `folder`. Its mailboxes are ops@example.com and
 * ada@example.com. The cwrap libraries let it change users without being root. Throws if it doesn't accept connections.
 */
export async function startPostfix(folder: string) {
  const [port = 0, smtpsPort = 0] = await freePorts(2)
  const environment = [
    `LD_PRELOAD=${WRAPPERS.join(':')}`,
    `LD_LIBRARY_PATH=${LIBRARIES.join(':')}`,
    'UID_WRAPPER=1',
    'UID_WRAPPER_ROOT=1',
    `NSS_WRAPPER_PASSWD=${folder}/passwd`,
    `NSS_WRAPPER_GROUP=${folder}/group`,
  ]
  const files = {
    'main.cf': `
compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/data
daemon_directory = ${PROGRAMS}
import_environment = MAIL_CONFIG ${environment.join(' ')}
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
hash_queue_names = hold
inet_interfaces = 127.0.0.1
myhostname = mail.example.com
mydestination =
local_recipient_maps =
virtual_mailbox_domains = example.com
virtual_mailbox_base = ${folder}
virtual_mailbox_maps = inline:{ops@example.com=ops/, ada@example.com=ada/}
virtual_uid_maps = static:1000
virtual_gid_maps = static:1000
smtpd_tls_security_level = may
smtpd_tls_chain_files = ${folder}/certificate
`,
    'master.cf': `
127.0.0.1:${port} inet n - n - - smtpd
127.0.0.1:${smtpsPort} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
cleanup unix n - n - 0 cleanup
qmgr unix n - n - 1 qmgr
tlsmgr unix - - n - 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`,
    passwd: 'root:x:0:0::/:/bin/sh\npostfix:x:1:1::/:/bin/sh\nnobody:x:2:2::/:/bin/sh\n',
    group: 'root:x:0:\npostfix:x:1:\nnogroup:x:2:\npostdrop:x:3:\n',
    certificate: SELF_SIGNED.key + SELF_SIGNED.cert,
  }
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text)
  for (const name of FOLDERS) mkdirSync(join(folder, name), { recursive: true })
  const command = [...environment, join(PROGRAMS, 'master'), '-c', folder]
  const daemon = await runDaemon('env', command, { folder, port })
  return {
    smtp: `smtp://127.0.0.1:${port}`,
    smtps: `smtps://127.0.0.1:${smtpsPort}`,
    /** The emails delivered so far. */
    mails: () =>
      [...new Bun.Glob('{ops,ada}/new/*').scanSync(folder)].map((name) =>
        readFileSync(join(folder, name), 'utf8'),
      ),
    [Symbol.asyncDispose]: daemon[Symbol.asyncDispose],
  }
}
