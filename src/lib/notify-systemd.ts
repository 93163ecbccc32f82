import { dlopen, ptr } from 'bun:ffi'

const AF_UNIX = 1
const SOCK_DGRAM = 2

/**
 * Tells systemd that the service has started: sd_notify(3), for which Bun has no kind of socket. `path` is
 * `NOTIFY_SOCKET`. Throws if it isn't sent.
 */
export function notifyReady(path: string): void {
  // musl resolves this name to itself.
  const { socket, sendto, close } = dlopen('libc.so.6', {
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    sendto: { args: ['i32', 'ptr', 'u64', 'i32', 'ptr', 'u32'], returns: 'i64' },
    close: { args: ['i32'], returns: 'i32' },
  }).symbols
  // The family in two bytes. @ stands for a null character: such a name is outside the file system.
  const address = Buffer.from([AF_UNIX, 0, ...Buffer.from(path.replace(/^@/, '\0'))])
  const message = Buffer.from('READY=1')
  const file = socket(AF_UNIX, SOCK_DGRAM, 0)
  const sent = sendto(file, ptr(message), message.length, 0, ptr(address), address.length)
  close(file)
  if (Number(sent) !== message.length) throw new Error('NOTIFY_SOCKET refused the message')
}
