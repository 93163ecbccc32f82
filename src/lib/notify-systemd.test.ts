import { dlopen, ptr } from 'bun:ffi'
import { expect, test } from 'bun:test'
import { temporaryFolder } from '#src/testing/folder.ts'
import { notifyReady } from './notify-systemd.ts'

/** A datagram socket with this address, as systemd has one. */
function listenAt(name: string) {
  const { socket, bind, recv, close } = dlopen('libc.so.6', {
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
    recv: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i64' },
    close: { args: ['i32'], returns: 'i32' },
  }).symbols
  const address = Buffer.from(`\x01\0${name}`)
  const file = socket(1, 2, 0)
  expect(bind(file, ptr(address), address.length)).toBe(0)
  return {
    received: () => {
      const bytes = Buffer.alloc(100)
      const MSG_DONTWAIT = 0x40
      return bytes.toString('utf8', 0, Number(recv(file, ptr(bytes), bytes.length, MSG_DONTWAIT)))
    },
    [Symbol.dispose]: () => void close(file),
  }
}

test.skipIf(process.platform !== 'linux')('reports to sockets in folders and to abstract ones', () => {
  using folder = temporaryFolder()
  const name = `passwright-${crypto.randomUUID()}`
  for (const [path, bound] of [
    [`${folder.path}/notify`, `${folder.path}/notify`],
    [`@${name}`, `\0${name}`],
  ] as const) {
    using socket = listenAt(bound)
    notifyReady(path)
    expect(socket.received()).toBe('READY=1')
  }
  expect(() => notifyReady(`${folder.path}/missing`)).toThrow('NOTIFY_SOCKET refused the message')
})
